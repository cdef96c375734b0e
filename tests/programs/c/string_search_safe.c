// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[4];
    everypath_make_symbolic(text, 3, "text");
    text[3] = 0;
    char *comma = strchr(text, ','), *last = strrchr(text, ',');
    everypath_assert((comma == NULL) == (last == NULL));
    everypath_assert(comma == NULL || (*comma == ',' && comma <= last));
    return 0;
}
