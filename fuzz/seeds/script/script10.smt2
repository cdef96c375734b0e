(assert ((_ zero_extend 9999999) x))
