// target: both
// expect: safe
#include <everypath.h>

struct pair {
    int first, second;
};

static struct pair made(int first) { return (struct pair){first, first + 1}; }
static int sum(const struct pair *pair) { return pair->first + pair->second; }
static int sum_of(struct pair pair) { return sum(&pair); }

/* Objects without marks of their own that are used as long as they live. */
int main(void) {
    int way = everypath_int("way"), total = 0;
    everypath_assume(way >= 0 && way < 4);
    for (int i = 0; i < 3; i++) {
        struct pair *outer = &(struct pair){i, way};
        for (int j = 0; j < 2; j++) {
            outer->second += sum(&(struct pair){.second = j});
            if (j == way) continue;
            outer->first++;
        }
        total += outer->first + (outer->second == way + 1) + sum_of(made(i)) - 2 * i - 1;
    }
    everypath_assert(total == 3 + 3 + (way < 2 ? 3 : 6));
    int *kept = way > 1 ? (int[]){1, 2, 3} : (int[]){4, 5, 6};
    int round = 0;
again:;
    int *literal = &(int){round};
    if (round++ < 2) goto again;
    everypath_assert(*literal == 2 && kept[1] == (way > 1 ? 2 : 5));
    switch (way) {
        int here, *there;
    case 0:
        here = 1;
        there = &here;
        goto two;
    case 1:
        here = 2;
        there = &here;
        break;
    two:
    case 2:
        there = &here;
        *there = 9;
        way = *there;
    }
    for (int tries = 0; tries < 2; tries++) {
        if (tries) goto into;
        {
            int *filled, inner;
        into:
            inner = tries;
            filled = &inner;
            *filled += 1;
            everypath_assert(inner == tries + 1);
        }
    }
    return 0;
}
