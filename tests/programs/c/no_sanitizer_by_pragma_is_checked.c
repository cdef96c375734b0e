// target: both
// replay: a native run keeps the attribute
// expect: unsafe signed-overflow
#include <everypath.h>

#pragma clang attribute push(__attribute__((no_sanitize("signed-integer-overflow"))), apply_to = function)
static int doubled(int number) { return number * 2; }
#pragma clang attribute pop

int main(void) { return doubled(everypath_int("number")) == 7; }
