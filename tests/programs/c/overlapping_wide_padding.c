// target: both
// expect: unsafe overlapping-copy
// line: 13
// example: n = 5
// replay: the sanitizer does not look at wcsncpy
#include <everypath.h>
#include <wchar.h>

int main(void) {
    wchar_t text[12] = L"wxyzab";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    wcsncpy(text, text + 4, n);
    return 0;
}
