/*
 * What a program under check calls when it runs on the real processor, with the inputs of a test case.
 *
 * The inputs come from the file that EVERYPATH_NATIVE_CASE names, in KLEE's .ktest format, and are handed out in the order in
 * which the program asks for them. Everything here is weak: what the program defines itself wins.
 *
 * The exit code VIOLATED says that a property is violated, DROPPED that an assumption does not hold.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define VIOLATED 213
#define DROPPED 214

#define WEAK __attribute__((weak))

static unsigned char *file;
static size_t file_size, at;
static uint32_t objects_left;

static uint32_t number(void) {
    if (file_size - at < 4)
        return 0;
    uint32_t value = (uint32_t)file[at] << 24 | (uint32_t)file[at + 1] << 16 | (uint32_t)file[at + 2] << 8 | file[at + 3];
    at += 4;
    return value;
}

static void skip(void) {
    uint32_t length = number();
    at = length > file_size - at ? file_size : at + length;
}

__attribute__((constructor)) static void open_case(void) {
    const char *path = getenv("EVERYPATH_NATIVE_CASE");
    FILE *input = path ? fopen(path, "rb") : NULL;
    if (!input)
        return;
    fseek(input, 0, SEEK_END);
    file_size = (size_t)ftell(input);
    rewind(input);
    file = malloc(file_size + 1);
    if (!file || fread(file, 1, file_size, input) != file_size)
        file_size = 0;
    fclose(input);
    at = 5;
    number();
    for (uint32_t arguments = number(); arguments > 0; arguments--)
        skip();
    number();
    number();
    objects_left = number();
}

/* The next input: its first bytes; zeros where there are no more. */
static void take(void *to, size_t size) {
    memset(to, 0, size);
    if (objects_left == 0)
        return;
    objects_left--;
    skip();
    uint32_t length = number();
    if (length > file_size - at)
        length = (uint32_t)(file_size - at);
    memcpy(to, file + at, length < size ? length : size);
    at += length;
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
WEAK time_t time(time_t *to) {
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
    int code = __real_main(count, arguments, variables);
    overwrite_stack();
    return code;
}

static void violated(const char *what) {
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
        violated("everypath_assert");
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
        violated("klee_assert");
}
WEAK void klee_report_error(const char *path, int line, const char *message, const char *suffix) {
    (void)path, (void)line, (void)suffix;
    violated(message);
}
WEAK void klee_abort(void) { violated("klee_abort"); }
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
        violated("__VERIFIER_assert");
}
WEAK void __VERIFIER_error(void) { violated("__VERIFIER_error"); }
WEAK void reach_error(void) { violated("reach_error"); }
WEAK void __CPROVER_assume(_Bool condition) { assume(condition); }
WEAK void __CPROVER_assert(_Bool condition, const char *message) {
    if (!condition)
        violated(message);
}
WEAK void __ESBMC_assume(_Bool condition) { assume(condition); }
WEAK void __ESBMC_loop_invariant(_Bool condition) { (void)condition; }
WEAK void everypath_invariant(_Bool condition) { (void)condition; }
WEAK void __ESBMC_assert(_Bool condition, const char *message) {
    if (!condition)
        violated(message);
}
WEAK void __llbmc_assume(int condition) { assume(condition); }
WEAK void __llbmc_assert(int condition) {
    if (!condition)
        violated("__llbmc_assert");
}
