// target: both
// expect: safe
// paths: 2
// a0 in 0..10: a0 + 12 lies in 12..22, and a branch on "less than 18" splits it.
    .text
    .globl main
main:
    li t0, 3
    li t1, 10
    ecall
    sltiu t2, a0, 11
    li t0, 2
    li t1, 7
    ecall
    addi a0, a0, 12
    li a1, 18
    blt a0, a1, 1f
    slti t2, a0, 23             # 18..22
    j 2f
1:  slti t2, a0, 18             # 12..17
    slti t3, a0, 12
    xori t3, t3, 1
    and t2, t2, t3
2:  li t0, 1
    li t1, 7
    ecall
    li a0, 0
    ret
