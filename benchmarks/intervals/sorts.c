/*
 * Six ways of sorting an array of COUNT numbers of which SYMBOLIC are inputs (one: the first third's last; two: that
 * and the second third's last) and the others are constants in no order. SORT is the name of the algorithm.
 */
#include <everypath.h>

#ifndef SORT
#define SORT bubble
#endif
#ifndef COUNT
#define COUNT 9
#endif
#ifndef SYMBOLIC
#define SYMBOLIC 2
#endif

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

static inline void bubble(int *array, int count) {
    int swapped = 1;
    for (int end = count; swapped; end--) {
        swapped = 0;
        for (int i = 1; i < end; i++) {
            if (array[i - 1] > array[i]) {
                swap(&array[i - 1], &array[i]);
                swapped = 1;
            }
        }
    }
}

static inline void sift(int *array, int root, int count) {
    for (;;) {
        int greatest = root, left = 2 * root + 1, right = left + 1;
        if (left < count && array[left] > array[greatest]) greatest = left;
        if (right < count && array[right] > array[greatest]) greatest = right;
        if (greatest == root) return;
        swap(&array[root], &array[greatest]);
        root = greatest;
    }
}

static inline void heap(int *array, int count) {
    for (int root = count / 2; root-- > 0;) sift(array, root, count);
    while (count > 1) {
        swap(&array[0], &array[--count]);
        sift(array, 0, count);
    }
}

static inline void insertion(int *array, int count) {
    for (int i = 1; i < count; i++) {
        int value = array[i], j = i;
        for (; j > 0 && array[j - 1] > value; j--) array[j] = array[j - 1];
        array[j] = value;
    }
}

static inline void merge(int *array, int count) {
    static int other[COUNT];
    for (int width = 1; width < count; width *= 2) {
        for (int start = 0; start < count; start += 2 * width) {
            int middle = start + width < count ? start + width : count;
            int end = middle + width < count ? middle + width : count;
            int left = start, right = middle;
            for (int to = start; to < end; to++) {
                if (left < middle && (right == end || array[left] <= array[right])) {
                    other[to] = array[left++];
                } else {
                    other[to] = array[right++];
                }
            }
        }
        for (int i = 0; i < count; i++) array[i] = other[i];
    }
}

static inline void quick(int *array, int count) {
    while (count > 1) {
        int pivot = array[count / 2], low = 0, high = count - 1;
        while (low <= high) {
            while (array[low] < pivot) low++;
            while (array[high] > pivot) high--;
            if (low <= high) swap(&array[low++], &array[high--]);
        }
        quick(array, high + 1);
        array += low;
        count -= low;
    }
}

static inline void selection(int *array, int count) {
    for (int i = 0; i + 1 < count; i++) {
        int least = i;
        for (int j = i + 1; j < count; j++) {
            if (array[j] < array[least]) least = j;
        }
        swap(&array[i], &array[least]);
    }
}

int main(void) {
    static int array[COUNT];
    for (int i = 0; i < COUNT; i++) array[i] = (i * 37 + 11) % 101 * 1000;
    array[COUNT / 3] = everypath_int("first");
    if (SYMBOLIC == 2 && COUNT > 1) array[COUNT * 2 / 3] = everypath_int("second");
    SORT(array, COUNT);
    for (int i = 1; i < COUNT; i++) everypath_assert(array[i - 1] <= array[i]);
    return 0;
}
