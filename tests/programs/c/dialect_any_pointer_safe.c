// target: lp64
// machine: no, it knows no objects
// expect: safe

/* What is asked of a pointer that may be any address is one question, not one for each address. */
int main(void) {
    int table[4], other[4], *any, *another;
    unsigned at = nondet_uint(), offset = nondet_uint();
    __ESBMC_assume(at < 4 && offset < 1000);
    __ESBMC_assert(__ESBMC_same_object(any, any), "itself");
    __ESBMC_assert(__ESBMC_POINTER_OFFSET((any + offset) - offset) == __ESBMC_POINTER_OFFSET(any), "there and back");
    __ESBMC_assert(__ESBMC_same_object(&table[at], table), "one table");
    __ESBMC_assert(!__ESBMC_same_object(&table[at], other), "not the other");
    __ESBMC_assume(another == &table[at] || another == other);
    __ESBMC_assert(__ESBMC_same_object(another, table) != __ESBMC_same_object(another, other), "one of two");
    __ESBMC_assert(__ESBMC_get_object_size(another) == sizeof table, "its size");
    return 0;
}
