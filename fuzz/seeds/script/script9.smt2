(assert (let ((y x) (y x)) true))
