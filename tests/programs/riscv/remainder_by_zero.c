// target: both
// flags: --check division-by-zero
// expect: unsafe division-by-zero
// line: 9
// input: buckets = 0
#include <everypath.h>

static unsigned bucket(unsigned hash, unsigned buckets) {
    return hash % buckets;
}

int main(void) {
    unsigned hash = everypath_unsigned("hash"), buckets = everypath_unsigned("buckets");
    volatile unsigned index = bucket(hash, buckets);
    return 0;
}
