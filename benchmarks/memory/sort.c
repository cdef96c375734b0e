/* Insertion sort of symbolic numbers. */
#include <everypath.h>

int main(void) {
    int numbers[N];
    for (int i = 0; i < N; i++) numbers[i] = everypath_int("number");
    for (int i = 1; i < N; i++) {
        int number = numbers[i], place = i;
        while (place > 0 && numbers[place - 1] > number) {
            numbers[place] = numbers[place - 1];
            place--;
        }
        numbers[place] = number;
    }
    for (int i = 1; i < N; i++) everypath_assert(numbers[i - 1] <= numbers[i]);
    return 0;
}
