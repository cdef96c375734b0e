/*
 * Recursive Fibonacci numbers, compared with an iterative computation; faulty. The recursion
 * ends with 1 also for 0, which is wrong for every number from 2 on.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 15
#endif

static int fibonacci_recursive(int n) {
    if (n <= 1) return 1;
    return fibonacci_recursive(n - 1) + fibonacci_recursive(n - 2);
}

static int fibonacci_iterative(int n) {
    int previous = 0, current = 1;
    for (int i = 2; i <= n; i++) {
        int next = previous + current;
        previous = current;
        current = next;
    }
    return current;
}

int main(void) {
    int n;
    riscv_make_symbolic((unsigned long)&n, sizeof n);
    riscv_assume((1 <= n) & (n <= SIZE));

    riscv_assert(fibonacci_recursive(n) == fibonacci_iterative(n));
    return 0;
}
