(declare-const x (_ BitVec 8))(assert (= x {}x{}))(check-sat)
