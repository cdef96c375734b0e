(assert (= x (_ bv256 8)))
