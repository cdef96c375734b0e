// target: both
// expect: unsafe assertion
// line: 13
// The condition may be in any register: here s1 (x9), whose only wrong value is 0.
    .text
    .globl main
main:
    li t0, 3
    li t1, 9
    ecall
    li t0, 1
    li t1, 9
    ecall
    li a0, 0
    ret
