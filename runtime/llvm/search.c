/*
 * <stdlib.h>, <search.h>: sorting and searching.
 *
 * qsort() is a merge sort, as glibc's is: stable, and with few comparisons, each of which splits the path where
 * its outcome is open. A comparison that is decided by earlier ones costs no path.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct order {
    size_t size;
    int (*compare)(const void *, const void *);
    int (*compare_with)(const void *, const void *, void *);
    void *argument;
};

static int in_order(const struct order *order, const byte *left, const byte *right) {
    return order->compare != NULL ? order->compare(left, right)
                                  : order->compare_with(left, right, order->argument);
}

/* Sorts `count` elements with room for as many beside them. */
static void merge_sort(byte *array, size_t count, byte *room, const struct order *order) {
    if (count <= 1) return;
    size_t size = order->size, left_count = count / 2, right_count = count - left_count;
    byte *left = array, *right = array + left_count * size, *to = room;
    merge_sort(left, left_count, room, order);
    merge_sort(right, right_count, room, order);
    while (left_count > 0 && right_count > 0) {
        if (in_order(order, left, right) <= 0) {
            memmove(to, left, size);
            left += size;
            left_count--;
        } else {
            memmove(to, right, size);
            right += size;
            right_count--;
        }
        to += size;
    }
    memmove(to, left, left_count * size);
    memmove(array, room, (count - right_count) * size);
}

static void sort(void *array, size_t count, const struct order *order) {
    if (count <= 1 || order->size == 0) return;
    byte *room = __everypath_allocate(count * order->size);
    merge_sort(array, count, room, order);
    __everypath_free(room);
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort(array, count, &(struct order){.size = size, .compare = compare});
}

void qsort_r(void *array, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *argument) {
    sort(array, count,
         &(struct order){.size = size, .compare_with = compare, .argument = argument});
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    const byte *first = array;
    while (count > 0) {
        const byte *middle = first + count / 2 * size;
        int result = compare(key, middle);
        if (result == 0) return (void *)middle;
        if (result > 0) {
            first = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return NULL;
}

void *lfind(const void *key, const void *array, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
    const byte *at = array;
    for (size_t i = 0; i < *count; i++, at += size) {
        if (compare(key, at) == 0) return (void *)at;
    }
    return NULL;
}

void *lsearch(const void *key, void *array, size_t *count, size_t size,
              int (*compare)(const void *, const void *)) {
    void *found = lfind(key, array, count, size, compare);
    return found != NULL ? found : memcpy((byte *)array + (*count)++ * size, key, size);
}
