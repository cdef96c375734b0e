// target: both
// expect: unsafe assertion
// line: 22
// input: a0 = 12
// a0 in 1..12, a1 = a0 + 12: a1 < 24 does not hold for 12.
    .text
    .globl main
main:
    li t0, 3                    # a0 is symbolic
    li t1, 10
    ecall
    slti t3, a0, 13
    slt t4, zero, a0
    and t2, t3, t4
    li t0, 2                    # assume 0 < a0 < 13
    li t1, 7
    ecall
    addi a1, a0, 12
    slti t2, a1, 24
    li t0, 1                    # assert a1 < 24
    li t1, 7
    ecall
    li a0, 0
    ret
