(assert (store x x x))
