(assert (= x #y0))
