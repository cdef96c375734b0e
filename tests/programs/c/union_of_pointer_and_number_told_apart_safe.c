// target: both
// expect: safe
#include <assert.h>
#include <everypath.h>
#include <string.h>

struct value {
    enum { NUMBER, TEXT } kind;
    union {
        unsigned long number;
        const char *text;
    };
};

/* Numbers and pointers share a place, and what is in it is known: no address is looked at. */
int main(void) {
    struct value values[2], value;
    values[0].kind = TEXT;
    values[0].text = "seven";
    values[1].kind = NUMBER;
    values[1].number = everypath_u32("number") % 1000;
    unsigned long length = 0;
    for (int i = 0; i < 2; i++) {
        value = values[i];
        length += value.kind == TEXT ? strlen(value.text) : value.number;
    }
    assert(length < 1005);
    return 0;
}
