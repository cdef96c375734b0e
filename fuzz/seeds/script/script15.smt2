(declare-sort U 0)(declare-fun f (U (_ BitVec 8)) U)(declare-fun p (U) Bool)
(declare-const a U)(declare-const b U)(declare-const x (_ BitVec 8))
