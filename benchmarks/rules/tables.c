// A table that is written and read at places that inputs give: rules of memories and of indices.
#include <everypath.h>

static unsigned char table[4096];
static unsigned short squares[512];

int main(void) {
    for (unsigned i = 0; i < 512; i++) squares[i] = (unsigned short)(i * i);
    unsigned a = everypath_u32("a") % 4096, b = everypath_u32("b") / 1048576;
    unsigned char value = everypath_u8("value");
    table[a] = value;
    table[a ^ 1] = 7;
    everypath_assert(table[a] == value);
    table[b] = 9;
    everypath_assert(table[b] == 9);
    everypath_assert(table[a] == value || (a == b && table[a] == 9));
    unsigned root = everypath_u32("root") & 511;
    everypath_assert(squares[root] == (unsigned short)(root * root));
    return 0;
}
