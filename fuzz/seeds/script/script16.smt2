(declare-fun f ((_ BitVec 4) Bool) (_ BitVec 2))
(assert (= (f #x3 true) #b10))(assert (= (f #x4 false) #b01))(check-sat)
(get-value ((f #x3 true) (f #x3 false)))(get-model)
