/*
 * What harnesses of CBMC and ESBMC ask about pointers: the object that one points into, how large that is, how far into it, and whether
 * so many bytes from there on may be accessed. A pointer right behind an object belongs to it. One that points into no object
 * that is there, the null pointer among them, belongs to none: nothing may be accessed there, and the size is 0.
 */
static _Bool may_access(const volatile void *pointer, size_t size) {
    size_t address = (size_t)pointer, start = __everypath_object_there(address);
    return start != 0 && size <= __everypath_object_size(start) - (address - start);
}

static size_t size_of_object(const volatile void *pointer) {
    size_t start = __everypath_object_there((size_t)pointer);
    return start == 0 ? 0 : __everypath_object_size(start);
}

static ptrdiff_t offset_in_object(const volatile void *pointer) {
    return (ptrdiff_t)((size_t)pointer - __everypath_object_there((size_t)pointer));
}

/* Pointers into no object that is there are in the same one, but for the null pointer, which points nowhere. */
static _Bool in_same_object(const volatile void *one, const volatile void *other) {
    _Bool both_or_none_null = (one == NULL) == (other == NULL);
    return both_or_none_null && __everypath_object_there((size_t)one) == __everypath_object_there((size_t)other);
}

/* A block of no bytes is one, too. */
static _Bool is_on_heap(const volatile void *pointer) {
    size_t start = __everypath_object_there((size_t)pointer);
    if (start == 0) return 0;
    return __everypath_block_size((void *)start) != 0 || __everypath_object_size(start) == 0;
}

/* The whole object that a pointer points into becomes arbitrary; where none is, that is a store. */
static void make_object_arbitrary(void *pointer) {
    size_t start = __everypath_object_there((size_t)pointer);
    if (start == 0) *(volatile char *)pointer = 0;
    __everypath_make_symbolic((void *)start, size_of_object(pointer), "object");
}

/* CBMC takes all memory for both readable and writable, too. */
_Bool __CPROVER_r_ok(const volatile void *pointer, size_t size) { return may_access(pointer, size); }
_Bool __CPROVER_w_ok(const volatile void *pointer, size_t size) { return may_access(pointer, size); }
_Bool __CPROVER_rw_ok(const volatile void *pointer, size_t size) { return may_access(pointer, size); }
size_t __CPROVER_OBJECT_SIZE(const volatile void *pointer) { return size_of_object(pointer); }
ptrdiff_t __CPROVER_POINTER_OFFSET(const volatile void *pointer) { return offset_in_object(pointer); }
size_t __CPROVER_POINTER_OBJECT(const volatile void *pointer) { return __everypath_object_there((size_t)pointer); }
_Bool __CPROVER_same_object(const volatile void *one, const volatile void *other) { return in_same_object(one, other); }

_Bool __CPROVER_LIVE_OBJECT(const volatile void *pointer) { return __everypath_object_there((size_t)pointer) != 0; }
_Bool __CPROVER_DYNAMIC_OBJECT(const volatile void *pointer) { return is_on_heap(pointer); }

void __CPROVER_havoc_object(void *pointer) { make_object_arbitrary(pointer); }

/* ESBMC lets nothing at all be accessed anywhere. */
_Bool __ESBMC_r_ok(const volatile void *pointer, size_t size) { return size == 0 || may_access(pointer, size); }
size_t __ESBMC_get_object_size(const volatile void *pointer) { return size_of_object(pointer); }
ptrdiff_t __ESBMC_POINTER_OFFSET(const volatile void *pointer) { return offset_in_object(pointer); }
size_t __ESBMC_POINTER_OBJECT(const volatile void *pointer) { return __everypath_object_there((size_t)pointer); }
_Bool __ESBMC_same_object(const volatile void *one, const volatile void *other) { return in_same_object(one, other); }
void __ESBMC_init_object(void *pointer) { make_object_arbitrary(pointer); }
