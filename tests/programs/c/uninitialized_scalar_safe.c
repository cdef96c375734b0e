// target: both
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
// Written on every path before it is read; copies of a struct whose parts were not all written are no reads.
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char tag;
    int value;
    int unused;
};

struct hole {
    char tag;
    int value;
};

struct bytes {
    char all[5];
};

static int taken(struct hole hole, struct bytes bytes) {
    return hole.value + bytes.all[4];
}

static struct pair make(int x) {
    struct pair pair;
    pair.tag = x > 0;
    pair.value = x;
    return pair;
}

int main(void) {
    int x = everypath_int("x"), sign;
    float half;
    switch (x) {
    case 0: sign = 0; break;
    case 1: sign = 1; break;
    default: sign = x < 0 ? -1 : 1;
    }
    struct pair first = make(x), second;
    second = first;
    struct pair *third = malloc(sizeof *third);
    if (!third) return 1;
    memcpy(third, &second, sizeof second);
    half = 0.5f;
    struct hole hole;
    hole.tag = 'h';
    hole.value = 1;
    struct bytes bytes;
    bytes.all[4] = 2;
    if (taken(hole, bytes) != 3) return 2;
    int same = third->value == x && third->tag == (sign > 0) && half < 1;
    free(third);
    everypath_assert(same);
    return 0;
}
