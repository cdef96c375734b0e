(assert (= x |a\|))
