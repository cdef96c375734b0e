/*
 * <stdlib.h>, <malloc.h>: the heap.
 *
 * Every block is a memory object of its own, and no address is used twice. A block of size 0 is an object too:
 * it has an address and must be freed.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#define PAGE 4096

void *malloc(size_t size) { return heap_grants(size) ? __everypath_allocate(size) : NULL; }

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return heap_grants(total) ? __everypath_allocate_zeroed(total) : NULL;
}

void free(void *block) { __everypath_free(block); }
void cfree(void *block) OBJECT_NAME(cfree);
void cfree(void *block) { __everypath_free(block); }

/* Whether an object of no bytes begins here. */
static _Bool is_empty_object(size_t address) {
    return __everypath_object_start(address) == address && __everypath_object_size(address) == 0;
}

/* Always moves the block, so that a pointer to the old one is seen to dangle. Size 0 frees, as in glibc. */
void *realloc(void *block, size_t size) {
    if (block == NULL) return malloc(size);
    if (size == 0) {
        __everypath_free(block);
        return NULL;
    }
    size_t old = __everypath_block_size(block);
    if (old == 0 && !is_empty_object((size_t)block)) {
        /* No block: that is seen before there is a new one, which might be where this points to. */
        __everypath_free(block);
        return NULL;
    }
    if (!heap_grants(size)) return NULL;
    byte *moved = __everypath_allocate(size);
    size_t kept = old < size ? old : size;
    if (!__everypath_copy(moved, block, kept)) {
        for (size_t i = 0; i < kept; i++) moved[i] = ((byte *)block)[i];
    }
    __everypath_free(block);
    return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, total);
}

/* A block stands no better aligned than it must. */
static void *aligned_block(size_t alignment, size_t size) {
    if (!heap_grants(size)) return NULL;
    if (alignment <= 16) return __everypath_allocate(size);
    switch (alignment) {
        case 32: return __everypath_allocate_aligned_32(size);
        case 64: return __everypath_allocate_aligned_64(size);
        case 128: return __everypath_allocate_aligned_128(size);
        case 256: return __everypath_allocate_aligned_256(size);
        case 512: return __everypath_allocate_aligned_512(size);
        case 1024: return __everypath_allocate_aligned_1024(size);
        case 2048: return __everypath_allocate_aligned_2048(size);
        case PAGE: return __everypath_allocate_page(size);
        default: __everypath_unsupported("an aligned allocation above a page");
    }
}

void *memalign(size_t alignment, size_t size) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        errno = EINVAL;
        return NULL;
    }
    return aligned_block(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    int before = errno;
    void *block = aligned_block(alignment, size);
    errno = before;
    if (block == NULL) return ENOMEM;
    *result = block;
    return 0;
}

void *valloc(size_t size) { return aligned_block(PAGE, size); }
void *pvalloc(size_t size) { return aligned_block(PAGE, (size + PAGE - 1) & ~(size_t)(PAGE - 1)); }
size_t malloc_usable_size(void *block) { return __everypath_block_size(block); }
