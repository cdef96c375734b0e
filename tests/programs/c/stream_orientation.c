// target: both
// expect: unsafe assertion
// line: 12
#include <everypath.h>
#include <stdio.h>
#include <wchar.h>

/* The first operation decides whether a stream is one of bytes or of wide characters. */
int main(void) {
    fputws(L"wide\n", stdout);
    everypath_assert(fwide(stdout, -1) > 0);
    everypath_assert(puts("bytes") >= 0);
    return 0;
}
