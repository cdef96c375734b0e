// target: both
// expect: unsafe overlapping-copy
// line: 13
// example: n = 4
// replay: the sanitizer does not look at wcsncat
#include <everypath.h>
#include <wchar.h>

int main(void) {
    wchar_t text[16] = L"abc";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    wcsncat(text, text, n);
    return 0;
}
