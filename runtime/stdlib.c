/*
 * <stdlib.h>: the end of the program, the heap, and some small functions.
 *
 * The heap is the region of the linker script, handed out from its start and never taken back: free() does
 * nothing, so that a block's address is never that of another. malloc() returns NULL when the region is
 * used up. The word before a block holds its size, for realloc().
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "everypath.h"

#define HEAP_ALIGNMENT 16

extern unsigned char __heap_start[], __heap_end[];

static unsigned char *heap_next = __heap_start;
static unsigned random_state = 1;

/* Stops at an `ebreak` or `unimp`, which the checker reports as a reached trap. */
void abort(void) { __builtin_trap(); }

void exit(int code) { everypath_exit(code); }

void *malloc(size_t size) {
    size_t available = (size_t)(__heap_end - heap_next);
    if (available < HEAP_ALIGNMENT || size > available - HEAP_ALIGNMENT) return NULL;
    unsigned char *block = heap_next + HEAP_ALIGNMENT;
    *(size_t *)(block - sizeof(size_t)) = size;
    size_t rounded = (size + HEAP_ALIGNMENT - 1) & ~(size_t)(HEAP_ALIGNMENT - 1);
    if (rounded > (size_t)(__heap_end - block)) rounded = (size_t)(__heap_end - block);
    heap_next = block + rounded;
    return block;
}

/* Blocks are never used twice and the region starts out clear, so there is nothing to clear here. */
void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) return NULL;
    return malloc(total);
}

void *realloc(void *block, size_t size) {
    if (block == NULL) return malloc(size);
    size_t old = *(size_t *)((unsigned char *)block - sizeof(size_t));
    if (size <= old) return block;
    void *larger = malloc(size);
    if (larger != NULL) memcpy(larger, block, old);
    return larger;
}

void free(void *block) { (void)block; }

long atol(const char *text) {
    while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
    int negative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    unsigned long value = 0;
    for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (unsigned long)(*text - '0');
    return (long)(negative ? 0 - value : value);
}

int atoi(const char *text) { return (int)atol(text); }

/* Without a branch: the absolute value of a symbolic number does not split the path. */
int abs(int value) {
    unsigned sign = (unsigned)(value >> 31);
    return (int)(((unsigned)value ^ sign) - sign);
}

long labs(long value) {
    unsigned long sign = (unsigned long)(value >> (sizeof(long) * 8 - 1));
    return (long)(((unsigned long)value ^ sign) - sign);
}

/* Insertion sort: stable, and quadratic, which is enough for arrays of a size that can be explored. */
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *first = array;
    for (size_t sorted = 1; sorted < count; sorted++) {
        unsigned char *at = first + sorted * size;
        for (; at != first && compare(at - size, at) > 0; at -= size) {
            for (size_t i = 0; i < size; i++) {
                unsigned char byte = at[i];
                at[i] = at[i - size];
                at[i - size] = byte;
            }
        }
    }
}

/* A linear congruential generator: the same numbers in every run. */
int rand(void) {
    random_state = random_state * 1103515245u + 12345u;
    return (int)(random_state >> 16 & RAND_MAX);
}

void srand(unsigned seed) { random_state = seed; }
