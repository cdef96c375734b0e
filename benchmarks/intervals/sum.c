/*
 * `sum` on LENGTH input bytes, after an option byte: `-r` rotates a checksum of 16 bits (BSD), `-s` adds (System V). The result
 * is printed in decimal without leading zeros.
 */
#include <everypath.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
    unsigned char input[LENGTH];
    char option = everypath_char("option"), digits[6];
    everypath_make_symbolic(input, LENGTH, "input");
    uint32_t checksum = 0;
    if (option == 'r') {
        for (int i = 0; i < LENGTH; i++) {
            checksum = (checksum >> 1) + ((checksum & 1) << 15);
            checksum = (checksum + input[i]) & 0xffff;
        }
    } else if (option == 's') {
        for (int i = 0; i < LENGTH; i++) checksum += input[i];
        checksum = (checksum & 0xffff) + (checksum >> 16);
        checksum = (checksum & 0xffff) + (checksum >> 16);
    } else {
        return 2;
    }
    uint32_t power = 10000;
    while (power > 1 && checksum < power) power /= 10;
    int count = 0;
    for (; power > 0; power /= 10) {
        digits[count++] = (char)('0' + checksum / power % 10);
    }
    digits[count++] = '\n';
    everypath_write(digits, (unsigned long)count);
    return 0;
}
