/*
 * Two strings of at most 10 characters are read as numbers; faulty. The shorter of two decimal numbers
 * without leading zeros is the smaller one, but the conversion also takes ':' for a digit (and does not
 * notice overflow): ":" is not below "10".
 */
#include <riscv_symbolic.h>

#ifndef SIZE
#define SIZE 10
#endif

static unsigned string_to_num(const char *string, int *length, int *invalid) {
    unsigned value = 0;
    *length = 0;
    while (*string != 0) {
        if (*string < '0') {
            *invalid = 1;
            return value;
        }
        if (*string > ':') {
            *invalid = 1;
            return value;
        }
        value = value * 10 + ((unsigned)*string - '0');
        string++;
        ++*length;
    }
    return value;
}

int main(void) {
    char string1[SIZE + 1], string2[SIZE + 1];
    int length1, length2, invalid = 0;
    riscv_make_symbolic((unsigned long)string1, SIZE);
    riscv_make_symbolic((unsigned long)string2, SIZE);
    string1[SIZE] = 0;
    string2[SIZE] = 0;
    riscv_assume((string1[0] != 0) & (string1[0] != '0'));
    riscv_assume((string2[0] != 0) & (string2[0] != '0'));

    unsigned value1 = string_to_num(string1, &length1, &invalid);
    unsigned value2 = string_to_num(string2, &length2, &invalid);
    riscv_assert(invalid | (length1 >= length2) | (value1 < value2));
    return 0;
}
