/*
 * What compilers call for atomic objects that no instruction can access as a whole: one thread needs no lock.
 */
#include <string.h>

/* The names are builtins of the compiler, which a file cannot define otherwise. */
void everypath_atomic_load(size_t size, const void *from, void *to, int order) OBJECT_NAME(__atomic_load);
void everypath_atomic_load(size_t size, const void *from, void *to, int order) {
    (void)order;
    memmove(to, from, size);
}

void everypath_atomic_store(size_t size, void *to, const void *from, int order) OBJECT_NAME(__atomic_store);
void everypath_atomic_store(size_t size, void *to, const void *from, int order) {
    (void)order;
    memmove(to, from, size);
}

void everypath_atomic_exchange(size_t size, void *object, const void *value, void *before, int order)
    OBJECT_NAME(__atomic_exchange);
void everypath_atomic_exchange(size_t size, void *object, const void *value, void *before, int order) {
    (void)order;
    for (size_t i = 0; i < size; i++) {
        byte old = ((byte *)object)[i];
        ((byte *)object)[i] = ((const byte *)value)[i];
        ((byte *)before)[i] = old;
    }
}

_Bool everypath_atomic_compare(size_t size, void *object, void *expected, const void *value, int order, int otherwise)
    OBJECT_NAME(__atomic_compare_exchange);
_Bool everypath_atomic_compare(size_t size, void *object, void *expected, const void *value, int order, int otherwise) {
    (void)order, (void)otherwise;
    if (memcmp(object, expected, size) == 0) {
        memmove(object, value, size);
        return 1;
    }
    memmove(expected, object, size);
    return 0;
}

_Bool everypath_atomic_is_lock_free(size_t size, const void *object) OBJECT_NAME(__atomic_is_lock_free);
_Bool everypath_atomic_is_lock_free(size_t size, const void *object) {
    (void)object;
    return size <= sizeof(void *) && (size & (size - 1)) == 0;
}
