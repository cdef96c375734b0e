/* Writes at symbolic places of one array, then reads. */
#include <everypath.h>

int main(void) {
    int words[16] = {0};
    unsigned place = 0;
    for (int i = 1; i <= N; i++) {
        place = (unsigned)everypath_int("place");
        everypath_assume(place < 16);
        words[place] = i;
    }
    everypath_assert(words[place] == N);
    int sum = 0;
    for (int i = 0; i < 16; i++) sum |= words[i];
    everypath_assert(sum >= N && sum < 64);
    return 0;
}
