// target: both
// expect: unsafe invalid-store
// line: 11
// replay: nothing of the sanitizer looks at swprintf
#include <everypath.h>
#include <wchar.h>

int main(void) {
    wchar_t text[8];
    int size = everypath_range(6, 10, "size");
    swprintf(text, (size_t)size, L"%ls", L"wide text");
    return 0;
}
