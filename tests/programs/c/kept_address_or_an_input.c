// target: lp64
// machine: no, no address is used again
// expect: unsafe assertion
// line: 23
// replay: no
#include <assert.h>
#include <everypath.h>
#include <stdint.h>
#include <stdlib.h>

/* A number that is the address of a block that is no more, or an input: a later block may stand there on either way. */
static int is_at(uintptr_t number, const void *at) { return number == (uintptr_t)at; }

int main(void) {
    uintptr_t input = everypath_u64("input");
    int choice = everypath_bool("choice");
    char *first = malloc(4);
    if (first == 0) return 0;
    uintptr_t kept = choice ? (uintptr_t)first : input;
    free(first);
    char *second = malloc(4);
    if (second == 0) return 0;
    if (choice) assert(!is_at(kept, second));
    free(second);
    return 0;
}
