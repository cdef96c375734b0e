(assert (bvult x #x001))
