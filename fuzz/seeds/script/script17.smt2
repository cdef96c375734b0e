(declare-const x (_ BitVec 40))(declare-const y (_ BitVec 40))
(assert (= (bvmul x y) (_ bv123456789013 40)))(assert (bvult #x0000000001 x y #x0000100000))
(check-sat)(get-info :reason-unknown)
