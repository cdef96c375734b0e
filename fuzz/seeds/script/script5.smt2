(declare-const y Float32)
