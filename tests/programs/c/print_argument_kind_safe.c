// target: both
// expect: safe
#include <everypath.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

/* Everything that C17 7.21.6.1 lets pass: promoted characters, signed for unsigned, all sizes, more arguments than conversions. */
int main(void) {
    unsigned char byte = (unsigned char)everypath_int("byte");
    short number = (short)everypath_int("number");
    float real = 1.5f;
    char text[80];
    wchar_t wide[80];
    int count;
    printf("%c %hhu %hd %d %u %x\n", byte, byte, number, number, -1, 'a');
    printf("%ld %lu %lld %zu %td %jd\n", 1L, 1L, 1LL, sizeof count, &text[3] - text, (intmax_t)1);
    snprintf(text, sizeof text, "%f %Lf %*.*e %p %s%n%%", real, 2.5L, 3, 1, 2.0, &real, "text", &count);
    swprintf(wide, 80, L"%s %ls %lc %d", "narrow", L"wide", (wint_t)'c', 7);
    sscanf("1 2 3.5 4.5 word", "%hd %d %f %lf %*s", &number, &count, &real, &(double){0});
    printf("%d\n", 1, 2, "three");
    everypath_assert(count == 2);
    return 0;
}
