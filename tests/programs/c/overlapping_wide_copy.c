// target: both
// expect: unsafe overlapping-copy
// line: 10
// replay: the sanitizer does not look at wcscpy
#include <wchar.h>

/* Onto itself is no copy. */
int main(void) {
    wchar_t text[8] = L"abc";
    wcscpy(text, text);
    return 0;
}
