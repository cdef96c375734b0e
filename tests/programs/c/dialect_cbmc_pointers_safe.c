// target: lp64
// machine: no, it knows no objects
// expect: safe
#include <stdlib.h>

static short table[6];

struct pair {
    int first, second;
};

int main(void) {
    __CPROVER_size_t length = nondet_uint();
    __CPROVER_assume(length > 0 && length < 100);
    char *block = malloc(length);
    __CPROVER_size_t at = nondet_uint();
    __CPROVER_assume(at <= length);
    __CPROVER_assert(__CPROVER_r_ok(block + at, length - at), "up to the end");
    __CPROVER_assert(!__CPROVER_w_ok(block + at, length - at + 1), "not beyond");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(block) == length, "size");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(block + at) == (__CPROVER_ssize_t)at, "offset");
    __CPROVER_assert(__CPROVER_same_object(block, block + at), "one block");
    __CPROVER_assert(!__CPROVER_same_object(block, table), "not the other");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(table) == __CPROVER_POINTER_OBJECT(table + 3), "one table");
    __CPROVER_assert(__CPROVER_rw_ok(table, sizeof table) && !__CPROVER_rw_ok(table + 1, sizeof table), "table");
    struct pair pair = {1, 2};
    __CPROVER_bool inside = __ESBMC_r_ok(&pair.second, sizeof(int)) && !__ESBMC_r_ok(&pair.second, sizeof pair);
    __CPROVER_assert(inside && __ESBMC_POINTER_OFFSET(&pair.second) == 4, "member");
    __CPROVER_assert(__ESBMC_get_object_size(&pair) == 8 && __ESBMC_same_object(&pair.first, &pair.second), "structure");
    __CPROVER_assert(!__CPROVER_r_ok(0, 1) && __CPROVER_OBJECT_SIZE(0) == 0, "nowhere");
    __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(block + at) && !__CPROVER_DYNAMIC_OBJECT(table), "on the heap");
    __CPROVER_assert(__CPROVER_LIVE_OBJECT(block) && __ESBMC_r_ok(0, 0), "there");
    free(block);
    __CPROVER_assert(!__CPROVER_LIVE_OBJECT(block) && !__CPROVER_same_object(block, 0), "gone, not null");
    __CPROVER_assert(!__CPROVER_r_ok(block, 1), "freed");
    return 0;
}
