(declare-const x Bool)
