(declare-const y (Array Bool (Array Bool Bool)))
