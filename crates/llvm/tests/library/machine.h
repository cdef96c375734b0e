/*
 * What the programs that compare the library with the system's have in common: the machine's functions, under the names that the library
 * calls them by, and what is counted and drawn at random.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <fnmatch.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

/* The machine. */

static const char *input = "";
static size_t input_size, input_at;
static char output[1 << 16];
static size_t output_size;
static int violations;
static char violated[64];

void *ep___everypath_allocate(size_t size) { return malloc(size); }
void *ep___everypath_allocate_zeroed(size_t size) { return calloc(1, size); }
void *ep___everypath_allocate_page(size_t size) { return aligned_alloc(4096, (size + 4095) / 4096 * 4096); }
#define ALIGNED(N) \
    void *ep___everypath_allocate_aligned_##N(size_t size) { return aligned_alloc(N, (size + N - 1) / N * N); }
ALIGNED(32)
ALIGNED(64)
ALIGNED(128)
ALIGNED(256)
ALIGNED(512)
ALIGNED(1024)
ALIGNED(2048)
void ep___everypath_free(void *block) { free(block); }
size_t ep___everypath_block_size(const void *block) {
    extern size_t malloc_usable_size(void *);
    return malloc_usable_size((void *)block);
}
size_t ep___everypath_object_start(size_t address) { return address; }
size_t ep___everypath_object_there(size_t address) { return address; }
size_t ep___everypath_object_size(size_t address) { return address != 0; }
size_t ep___everypath_copy(void *to, const void *from, size_t size) {
    static int turn;
    if (++turn % 3 == 0) return 0; /* the loops have their turn too */
    memmove(to, from, size);
    return 1;
}
size_t ep___everypath_fill(void *to, size_t value, size_t size) {
    static int turn;
    if (++turn % 3 == 0) return 0;
    memset(to, (int)value, size);
    return 1;
}
size_t ep___everypath_constant_of(size_t value) { return value; }
/* The fixed world, as the system's library has it. */
_Bool ep___everypath_assumes(const char *assumption) { return assumption != NULL; }

size_t ep___everypath_is_symbolic(size_t value) {
    (void)value;
    return 0;
}

size_t ep___everypath_may_be_address(size_t value) {
    (void)value;
    return 1;
}
void ep___everypath_make_symbolic(void *to, size_t size, const char *name) {
    (void)name;
    memset(to, 0, size);
}
void ep___everypath_assume(_Bool condition) { (void)condition; }
void ep___everypath_check(const char *property, _Bool condition) {
    if (condition) return;
    violations++;
    snprintf(violated, sizeof violated, "%s", property);
}

void ep___everypath_check_if_asked(const char *property, _Bool condition) { ep___everypath_check(property, condition); }
void ep___everypath_exit(int code) {
    printf("unexpected exit %d\n", code);
    exit(99);
}
void ep___everypath_unsupported(const char *what) {
    printf("unsupported: %s\n", what);
    exit(98);
}
long ep___everypath_read(long stream, void *to, size_t size) {
    if (stream != 0) return -EBADF;
    if (size > input_size - input_at) size = input_size - input_at;
    memcpy(to, input + input_at, size);
    input_at += size;
    return (long)size;
}
long ep___everypath_read_number(void *to, size_t size, long kind) {
    (void)to, (void)size, (void)kind;
    return 0;
}
long ep___everypath_write(long stream, const void *from, size_t size) {
    if (stream != 1 && stream != 2) return -EBADF;
    if (size > sizeof output - output_size) size = sizeof output - output_size;
    memcpy(output + output_size, from, size);
    output_size += size;
    return (long)size;
}
long ep___everypath_open(const char *path, long flags) {
    (void)path, (void)flags;
    return -ENOENT;
}
long ep___everypath_close(long stream) { return stream < 3 ? 0 : -EBADF; }
long ep___everypath_seek(long stream, long offset, long whence) {
    if (stream != 0) return -ESPIPE;
    long base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (long)input_at : (long)input_size;
    if (base + offset < 0) return -EINVAL;
    input_at = (size_t)(base + offset);
    return (long)input_at;
}
long ep___everypath_stream_size(long stream) { return stream == 0 ? (long)input_size : 0; }
long ep___everypath_stream_kind(long stream) { return stream == 0 ? 1 : 2; }
unsigned long ep___everypath_clock(void) { return 5000; }
double ep_copysign(double x, double y) { return copysign(x, y); }
float ep_copysignf(float x, float y) { return copysignf(x, y); }
double ep_fmod(double x, double y) { return fmod(x, y); }
double ep_pow(double x, double y) { return pow(x, y); }
float ep_powf(float x, float y) { return powf(x, y); }
double ep_rint(double x) { return rint(x); }
double ep_round(double x) { return round(x); }
double ep_trunc(double x) { return trunc(x); }
double ep_sin(double x) { return sin(x); }
double ep_cos(double x) { return cos(x); }
float ep_sinf(float x) { return sinf(x); }
float ep_cosf(float x) { return cosf(x); }

double ep_sqrt(double x) { return sqrt(x); }
double ep_exp(double x) { return exp(x); }
double ep_log(double x) { return log(x); }
double ep_log1p(double x) { return log1p(x); }
double ep_sinh(double x) { return sinh(x); }
double ep_cosh(double x) { return cosh(x); }
double ep_hypot(double x, double y) { return hypot(x, y); }
double ep_atan2(double x, double y) { return atan2(x, y); }
double ep_fmax(double x, double y) { return fmax(x, y); }
const void *ep___everypath_variable_arguments(const void *at) { return NULL; }

/* What is compared. */

static int differences;
static long comparisons;

__attribute__((format(printf, 2, 3))) static void expect(int equal, const char *what, ...) {
    comparisons++;
    if (equal) return;
    if (++differences > 60) return;
    va_list arguments;
    va_start(arguments, what);
    vprintf(what, arguments);
    va_end(arguments);
    putchar('\n');
}

#include "random.h"

static unsigned below(unsigned limit) { return (unsigned)(next() >> 33) % limit; }
static int chance(unsigned one_in) { return below(one_in) == 0; }

static uint64_t bits(double x) {
    uint64_t b;
    memcpy(&b, &x, 8);
    return b;
}
static uint32_t bits_f(float x) {
    uint32_t b;
    memcpy(&b, &x, 4);
    return b;
}
static int same(double x, double y) { return bits(x) == bits(y) || (x != x && y != y); }
static int same_f(float x, float y) { return bits_f(x) == bits_f(y) || (x != x && y != y); }
