(declare-const x (_ BitVec 8))\n{body}
