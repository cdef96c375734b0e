// target: both
// expect: safe
#include <assert.h>
#include <everypath.h>

static const struct {
    const char *name;
    int value;
} table[] = {{"four", 4}, {"sixteen", 16}, {"three", 3}};

/* Numbers beside pointers, by an index that is an input: no address is looked at. */
int main(void) {
    unsigned i = everypath_u32("i");
    everypath_assume(i < 3);
    assert(table[i].value > 2);
    int sum = 0;
    for (int j = 0; j < 3; j++)
        sum += table[j].value;
    assert(sum == 23);
    struct row { const char *name; int value; } rows[3], row = {"two", 2};
    for (int j = 0; j < 3; j++) {
        rows[j] = row;
        rows[j].name = "other";
    }
    assert(rows[i].value == 2);
    return 0;
}
