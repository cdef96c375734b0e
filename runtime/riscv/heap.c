/*
 * <stdlib.h>, <malloc.h>: the heap of RISC-V targets.
 *
 * It is the region of the linker script, handed out from its start and never taken back: free() does nothing, so that a
 * block's address is never that of another. When the region is used up the path is given up: a larger one might do.
 * The word before a block holds its size.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#define HEAP_ALIGNMENT 16
#define PAGE 4096

extern byte __heap_start[], __heap_end[];

static byte *heap_next = __heap_start;

static void *room_for(size_t alignment, size_t size) {
    size_t offset = (size_t)(heap_next - __heap_start) + HEAP_ALIGNMENT;
    offset = (offset + alignment - 1) & ~(alignment - 1);
    size_t all = (size_t)(__heap_end - __heap_start);
    if (offset > all || size > all - offset) __everypath_unsupported("more heap than there is");
    byte *block = __heap_start + offset;
    *(size_t *)(block - sizeof(size_t)) = size;
    size_t rounded = (size + HEAP_ALIGNMENT - 1) & ~(size_t)(HEAP_ALIGNMENT - 1);
    heap_next = rounded > all - offset ? __heap_end : block + rounded;
    return block;
}

static void *heap_block(size_t alignment, size_t size) { return heap_grants(size) ? room_for(alignment, size) : NULL; }

void *malloc(size_t size) { return heap_block(HEAP_ALIGNMENT, size); }

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = malloc(total);
    if (block != NULL) __builtin_memset(block, 0, total);
    return block;
}

void free(void *block) { (void)block; }
void cfree(void *block) OBJECT_NAME(cfree);
void cfree(void *block) { (void)block; }

size_t malloc_usable_size(void *block) { return block == NULL ? 0 : *(size_t *)((byte *)block - sizeof(size_t)); }
size_t __everypath_block_size(const void *block) { return malloc_usable_size((void *)block); }

/* In place where the block shrinks; size 0 frees, as in glibc. */
void *realloc(void *block, size_t size) {
    if (block == NULL) return malloc(size);
    if (size == 0) return NULL;
    if (!heap_grants(size)) return NULL;
    size_t old = malloc_usable_size(block);
    if (size <= old) return block;
    return __builtin_memcpy(room_for(HEAP_ALIGNMENT, size), block, old);
}

void *reallocarray(void *block, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, total);
}

void *memalign(size_t alignment, size_t size) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        errno = EINVAL;
        return NULL;
    }
    return heap_block(alignment < HEAP_ALIGNMENT ? HEAP_ALIGNMENT : alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    int before = errno;
    void *block = memalign(alignment, size);
    errno = before;
    if (block == NULL) return ENOMEM;
    *result = block;
    return 0;
}

void *valloc(size_t size) { return memalign(PAGE, size); }
void *pvalloc(size_t size) { return memalign(PAGE, (size + PAGE - 1) & ~(size_t)(PAGE - 1)); }

/* What the library itself needs. */
void *__everypath_allocate(size_t size) { return room_for(HEAP_ALIGNMENT, size); }
void *__everypath_allocate_zeroed(size_t size) { return __builtin_memset(room_for(HEAP_ALIGNMENT, size), 0, size); }
void *__everypath_allocate_page(size_t size) { return room_for(PAGE, size); }
void __everypath_free(void *block) { (void)block; }
