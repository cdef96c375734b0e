(assert (forall ((y Bool)) y))
