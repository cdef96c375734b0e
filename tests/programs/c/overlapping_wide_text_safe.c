// target: both
// expect: safe
#include <everypath.h>
#include <wchar.h>

/* What lies side by side does not overlap. */
int main(void) {
    wchar_t text[16] = L"abc";
    wcscpy(text + 4, text);
    everypath_assert(text[4] == L'a' && text[7] == 0);
    wcsncpy(text + 8, text + 4, 8);
    everypath_assert(text[10] == L'c' && text[15] == 0);
    text[3] = 0;
    wcsncat(text, text, 3);
    everypath_assert(wcslen(text) == 6 && text[3] == L'a');
    return 0;
}
