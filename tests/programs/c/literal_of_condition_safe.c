// target: both
// expect: safe
// A literal of a condition lives as long as the whole statement, that of a branch without braces as long as the branch (C17 6.8.4p3, 6.8.5p5).
#include <everypath.h>

struct pair {
    int a, b;
};

static struct pair kept;

static int first_of_if(int v) {
    struct pair *p;
    if ((p = &(struct pair){v, 1})->a) return p->a;
    else return p->b;
}

static int first_of_switch(int v) {
    struct pair *p;
    switch ((p = &(struct pair){v, 1})->a) {
    case 3: return p->a;
    default: return p->b;
    }
}

static int sum_of_for(int v) {
    struct pair *p;
    int sum = 0;
    for (; (p = &(struct pair){v, 1})->a > 0;) {
        sum += p->a;
        v--;
    }
    return sum;
}

static int sum_of_while(int v) {
    struct pair *p;
    int sum = 0;
    while ((p = &(struct pair){v, 1})->a > 0) {
        sum += p->a;
        v--;
    }
    return sum;
}

static void keep(int v) {
    if (v) kept = (struct pair){v, 2};
}

static int either(int v) {
    if ((&(struct pair){v, 1})->a) return 1;
    else return (&(struct pair){v, 2})->b;
}

int main(void) {
    int v = everypath_int("v");
    everypath_assume(v >= 0 && v <= 3);
    everypath_assert(first_of_if(v) == (v ? v : 1));
    everypath_assert(first_of_switch(v) == (v == 3 ? 3 : 1));
    everypath_assert(sum_of_for(v) == v * (v + 1) / 2);
    everypath_assert(sum_of_while(v) == v * (v + 1) / 2);
    keep(v);
    everypath_assert(kept.a == v);
    everypath_assert(either(v) == (v ? 1 : 2));
    return 0;
}
