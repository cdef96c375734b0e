(assert ((_ extract 8 0) x))
