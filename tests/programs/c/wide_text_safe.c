// target: both
// expect: safe
#include <everypath.h>
#include <wchar.h>

int main(void) {
    wchar_t text[8], *rest;
    int size = everypath_range(0, 8, "size"), number;
    everypath_assert(swprintf(text, (size_t)size, L"%ls", L"wide text") < 0);
    everypath_assert(swprintf(text, 8, L"%s|%03d", "abc", 7) == 7 && wcscmp(text, L"abc|007") == 0);
    everypath_assert(swscanf(text, L"%*[a-c]|%d", &number) == 1 && number == 7);
    everypath_assert(wcstod(L" 2.5e1x", &rest) == 25.0 && *rest == L'x');
    return 0;
}
