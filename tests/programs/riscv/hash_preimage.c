// target: both
// expect: unsafe assertion
// line: 16
#include <everypath.h>

static uint32_t hash(const unsigned char *bytes, int size) {
    uint32_t value = 2166136261u;
    for (int i = 0; i < size; i++) value = (value ^ bytes[i]) * 16777619u;
    return value;
}

int main(void) {
    static const unsigned char known[3] = {'b', 'u', 'g'};
    unsigned char word[3];
    EVERYPATH_SYMBOLIC(word);
    everypath_assert(hash(word, 3) != hash(known, 3));
    return 0;
}
