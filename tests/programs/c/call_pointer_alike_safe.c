// target: both
// flags: --std gnu17
// expect: safe
#include <everypath.h>
#include <stdarg.h>
#include <stdlib.h>

struct point { float x, y; };

static unsigned next(unsigned number) { return number + 1; }
static float length(struct point *point) { return point->x + point->y; }
static struct point moved(struct point point, double by) { return (struct point){point.x + (float)by, point.y}; }
static int first(int count, ...) {
    va_list numbers;
    va_start(numbers, count);
    int number = va_arg(numbers, int);
    va_end(numbers);
    return number;
}
static int compare(const int *a, const int *b) { return *a - *b; }

int main(void) {
    // Types that differ in signs and in what pointers point at, and calls without a prototype.
    int (*plain)(int) = (int (*)(int))next;
    float (*by_void)(void *) = (float (*)(void *))length;
    struct point (*by_value)(struct point, double) = moved;
    int (*variadic)(int, ...) = first;
    unsigned (*old)() = (unsigned (*)())next;
    struct point point = by_value((struct point){1, 2}, 3);
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof *numbers, (int (*)(const void *, const void *))compare);
    everypath_assert(plain(1) == 2 && by_void(&point) == 6 && variadic(1, 7) == 7 && old(4) == 5 && numbers[0] == 1);
    return 0;
}
