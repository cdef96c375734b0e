// target: both
// expect: unsafe assertion
// line: 23
// input: a0 = 5
// a0 in 0..5 counts up to 4; only a0 = 5 is too large when the loop is left.
    .text
    .globl main
main:
    li t0, 3
    li t1, 10
    ecall
    sltiu t2, a0, 6
    li t0, 2
    li t1, 7
    ecall
    li a1, 4
    j 2f
1:  addi a0, a0, 1
2:  blt a0, a1, 1b
    slti t2, a0, 5
    li t0, 1
    li t1, 7
    ecall
    li a0, 0
    ret
