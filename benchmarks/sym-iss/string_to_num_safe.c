/*
 * A string of at most 10 characters is read as a number with an optional minus; correct. It has at least one
 * character behind the minus. Characters below '0', characters above '9' and the end of the string each end
 * the conversion on a path of their own: with S = SIZE there are 3*S paths without a minus (the first
 * character is not the end) and 3*(S-1) with one, together 6*S - 3.
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 10
#endif

#define LARGEST 2147483647u

/* The magnitude of the number; *overflow is set when it is above LARGEST, *invalid at a wrong character. */
static unsigned string_to_num(const char *string, int *overflow, int *invalid) {
    unsigned value = 0;
    while (*string != 0) {
        if (*string < '0') {
            *invalid = 1;
            return value;
        }
        if (*string > '9') {
            *invalid = 1;
            return value;
        }
        unsigned digit = (unsigned)*string - '0';
        *overflow |= (value > LARGEST / 10) | ((value == LARGEST / 10) & (digit > LARGEST % 10));
        value = value * 10 + digit;
        string++;
    }
    return value;
}

int main(void) {
    char string[SIZE + 1];
    int overflow = 0, invalid = 0;
    riscv_make_symbolic((unsigned long)string, SIZE);
    string[SIZE] = 0;
    riscv_assume(string[0] != 0);
    riscv_assume((string[0] != '-') | (string[1] != 0));

    unsigned value;
    if (string[0] == '-') {
        value = string_to_num(string + 1, &overflow, &invalid);
    } else {
        value = string_to_num(string, &overflow, &invalid);
    }
    riscv_assert(overflow | (value <= LARGEST));
    return 0;
}
