// target: both
// expect: unsafe assertion
// line: 15
// A name of four characters does not fit in four bytes with its end.
#include <everypath.h>
#include <string.h>

int main(void) {
    char record[8] = {0}, name[5];
    char *const admin = record + 4;
    EVERYPATH_SYMBOLIC(name);
    name[4] = 0;
    *admin = 1;
    strcpy(record, name);
    everypath_assert(*admin == 1);
    return 0;
}
