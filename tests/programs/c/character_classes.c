// target: both
// expect: unsafe assertion
// line: 12
// example: c = 95
#include <ctype.h>
#include <everypath.h>

int main(void) {
    unsigned char c = everypath_u8("c");
    everypath_assert(!isupper(c) || tolower(c) == c + 32);
    everypath_assert(!isalnum(c) == !(isalpha(c) || isdigit(c)));
    everypath_assert(!ispunct(c) || c != '_');
    return 0;
}
