/*
 * What a program under check calls when it runs on the real processor, with the inputs of a test case.
 *
 * The inputs are part of the program: inputs.h has them, as Everypath writes it for the case. They are handed out in the order in
 * which the program asks for them. Everything that a program may define itself is weak: its own wins.
 *
 * The exit code VIOLATED says that a property is violated, DROPPED that an assumption does not hold.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "inputs.h"

#define VIOLATED 213
#define DROPPED 214

#define WEAK __attribute__((weak))

/* What the sanitizers are told; the environment has the last word. */
const char *__asan_default_options(void) { return ASAN_OPTIONS; }
const char *__lsan_default_options(void) { return LSAN_OPTIONS; }
const char *__ubsan_default_options(void) { return UBSAN_OPTIONS; }

/* The next input: its first bytes; zeros where there are no more. */
static void take(void *to, size_t size) {
    static const struct everypath_input *next = everypath_inputs;
    memset(to, 0, size);
    if (!next->name)
        return;
    memcpy(to, next->bytes, next->size < size ? next->size : size);
    next++;
}

/* Environment variables and standard input, before the program's own constructors look at them. */
__attribute__((constructor(101))) static void surround(void) {
    for (const char *const *variable = everypath_variables; *variable; variable++)
        putenv((char *)*variable);
    int input = memfd_create("standard input", 0);
    const unsigned char *from = everypath_standard_input;
    for (size_t left = EVERYPATH_STANDARD_INPUT_SIZE; left > 0;) {
        ssize_t written = write(input, from, left);
        if (written <= 0)
            break;
        from += written;
        left -= (size_t)written;
    }
    lseek(input, 0, SEEK_SET);
    dup2(input, STDIN_FILENO);
    close(input);
}

#ifdef EVERYPATH_OPEN_WORLD
/* What the world around the program gave it in this case. */
static int next_int(void) {
    int value;
    take(&value, sizeof value);
    return value;
}
static long long next_number(void) {
    long long value;
    take(&value, sizeof value);
    return value;
}
WEAK int rand(void) { return next_int(); }
WEAK long random(void) { return next_int(); }
WEAK void srand(unsigned seed) { (void)seed; }
WEAK void srandom(unsigned seed) { (void)seed; }
/* Not weak: the address sanitizer has a weak one. Of several definitions the linker takes the first, the program's. */
time_t time(time_t *to) {
    time_t now = (time_t)next_number();
    if (to) *to = now;
    return now;
}
WEAK clock_t clock(void) { return (clock_t)next_number(); }
#endif

/*
 * The linker makes this the program's main. What main leaves behind on the stack is overwritten, since the search for leaks
 * takes every word there that looks like an address for a use of the block.
 */
extern int __real_main(int count, char **arguments, char **variables);
static __attribute__((noinline)) void overwrite_stack(void) {
    volatile unsigned char rest[1 << 16];
    for (size_t i = 0; i < sizeof rest; i++)
        rest[i] = 0;
}
int __wrap_main(int count, char **arguments, char **variables) {
    static char *given[sizeof everypath_arguments / sizeof *everypath_arguments + 1];
    given[0] = count > 0 ? arguments[0] : "";
    for (count = 1; everypath_arguments[count - 1]; count++)
        given[count] = (char *)everypath_arguments[count - 1];
    (void)variables;
    int code = __real_main(count, given, environ);
    overwrite_stack();
    return code;
}

__attribute__((noinline)) static void everypath_violated(const char *what) {
    fflush(NULL);
    fprintf(stderr, "native run: %s\n", what);
    _exit(VIOLATED);
}

static void assume(int holds) {
    if (!holds) {
        fflush(NULL);
        _exit(DROPPED);
    }
}

#define INPUT(name, type)                \
    WEAK type name(void) {               \
        type value;                      \
        take(&value, sizeof value);      \
        return value;                    \
    }
#define INPUTS(prefix)                            \
    INPUT(prefix##char, char)                     \
    INPUT(prefix##schar, signed char)             \
    INPUT(prefix##uchar, unsigned char)           \
    INPUT(prefix##short, short)                   \
    INPUT(prefix##ushort, unsigned short)         \
    INPUT(prefix##int, int)                       \
    INPUT(prefix##uint, unsigned int)             \
    INPUT(prefix##unsigned, unsigned int)         \
    INPUT(prefix##long, long)                     \
    INPUT(prefix##ulong, unsigned long)           \
    INPUT(prefix##longlong, long long)            \
    INPUT(prefix##ulonglong, unsigned long long)  \
    INPUT(prefix##float, float)                   \
    INPUT(prefix##double, double)                 \
    INPUT(prefix##ldouble, long double)           \
    INPUT(prefix##size_t, size_t)                 \
    INPUT(prefix##pointer, void *)                \
    INPUT(prefix##u8, uint8_t)                    \
    INPUT(prefix##u16, uint16_t)                  \
    INPUT(prefix##u32, uint32_t)                  \
    INPUT(prefix##u64, uint64_t)
#define BOOLEAN(name)                             \
    WEAK _Bool name(void) {                       \
        unsigned char value;                      \
        take(&value, 1);                          \
        return value & 1;                         \
    }

INPUTS(__VERIFIER_nondet_)
INPUTS(nondet_)
INPUTS(__llbmc_nondef_)
#ifdef __SIZEOF_INT128__
INPUT(__VERIFIER_nondet_int128, __int128)
INPUT(__VERIFIER_nondet_uint128, unsigned __int128)
#endif
BOOLEAN(__VERIFIER_nondet_bool)
BOOLEAN(__VERIFIER_nondet__Bool)
BOOLEAN(nondet_bool)
BOOLEAN(__llbmc_nondef_bool)

WEAK void everypath_make_symbolic(void *address, unsigned long size, const char *name) {
    (void)name;
    take(address, size);
}
WEAK void everypath_assume(_Bool condition) { assume(condition); }
WEAK void everypath_assert(_Bool condition) {
    if (!condition)
        everypath_violated("everypath_assert");
}
WEAK void everypath_exit(int code) { exit(code); }
WEAK void everypath_write(const void *address, unsigned long size) { fwrite(address, 1, size, stdout); }

WEAK void klee_make_symbolic(void *address, size_t size, const char *name) {
    (void)name;
    take(address, size);
}
WEAK int klee_int(const char *name) {
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}
WEAK int klee_range(int begin, int end, const char *name) {
    int value = klee_int(name);
    assume(value >= begin && value < end);
    return value;
}
WEAK void klee_assume(uintptr_t condition) { assume(condition != 0); }
WEAK void klee_assert(uintptr_t condition) {
    if (!condition)
        everypath_violated("klee_assert");
}
WEAK void klee_report_error(const char *path, int line, const char *message, const char *suffix) {
    (void)path, (void)line, (void)suffix;
    everypath_violated(message);
}
WEAK void klee_abort(void) { everypath_violated("klee_abort"); }
WEAK void klee_silent_exit(int code) { exit(code); }
WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int argument) { (void)name, (void)argument; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }

WEAK void __VERIFIER_assume(int condition) { assume(condition); }
WEAK void __VERIFIER_assert(int condition) {
    if (!condition)
        everypath_violated("__VERIFIER_assert");
}
WEAK void __VERIFIER_error(void) { everypath_violated("__VERIFIER_error"); }
WEAK void reach_error(void) { everypath_violated("reach_error"); }
WEAK void __CPROVER_assume(_Bool condition) { assume(condition); }
WEAK void __CPROVER_assert(_Bool condition, const char *message) {
    if (!condition)
        everypath_violated(message);
}
WEAK void __ESBMC_assume(_Bool condition) { assume(condition); }
WEAK void __ESBMC_loop_invariant(_Bool condition) { (void)condition; }
WEAK void everypath_invariant(_Bool condition) { (void)condition; }
WEAK void __ESBMC_assert(_Bool condition, const char *message) {
    if (!condition)
        everypath_violated(message);
}
WEAK void __llbmc_assume(int condition) { assume(condition); }
WEAK void __llbmc_assert(int condition) {
    if (!condition)
        everypath_violated("__llbmc_assert");
}
