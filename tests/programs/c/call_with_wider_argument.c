// target: lp64
// flags: --std c99
// expect: unsafe invalid-call
// line: 10
// replay: the sanitizer for calls is switched off natively
#include <everypath.h>

int low();

int main(void) { return low(0x500000002LL) - 3; }

int low(int x) { return x + 1; }
