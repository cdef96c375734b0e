/*
 * <fenv.h>: the floating-point environment.
 *
 * In LLVM code arithmetic notes no exceptions, so the question whether one was raised is given up, unless the program itself has raised it:
 * arithmetic may have raised it as well. Where a program uses the direction of rounding, all its arithmetic reads it here
 * (crates/llvm/src/lower/float.rs). Machine code with floating point has both in a register, and notes all but what functions of
 * <math.h> that are requests raise (riscv/math.S). Without floating point, another direction is given up.
 */
#include <fenv.h>
#include <stddef.h>

#if defined(__riscv_flen)
/* The rounding modes of fcsr. */
enum { MODE_NEAREST = 0, MODE_ZERO = 1, MODE_DOWN = 2, MODE_UP = 3 };

int fegetround(void) {
    unsigned long mode;
    __asm__ volatile("frrm %0" : "=r"(mode));
    return mode == MODE_UP     ? FE_UPWARD
           : mode == MODE_DOWN ? FE_DOWNWARD
           : mode == MODE_ZERO ? FE_TOWARDZERO
                               : FE_TONEAREST;
}

int fesetround(int direction) {
    unsigned long mode;
    switch (direction) {
        case FE_TONEAREST: mode = MODE_NEAREST; break;
        case FE_DOWNWARD: mode = MODE_DOWN; break;
        case FE_UPWARD: mode = MODE_UP; break;
        case FE_TOWARDZERO: mode = MODE_ZERO; break;
        default: return 1;
    }
    __asm__ volatile("fsrm %0" : : "r"(mode));
    return 0;
}

/* The flags of fcsr and of <fenv.h>, without a branch. */
static unsigned long flags_of_exceptions(int exceptions) {
    return ((exceptions & FE_INVALID) != 0) << 4 | ((exceptions & FE_DIVBYZERO) != 0) << 3 |
           ((exceptions & FE_OVERFLOW) != 0) << 2 | ((exceptions & FE_UNDERFLOW) != 0) << 1 |
           ((exceptions & FE_INEXACT) != 0);
}

static int raised(void) {
    unsigned long flags;
    __asm__ volatile("frflags %0" : "=r"(flags));
    return -(int)(flags >> 4 & 1) & FE_INVALID | -(int)(flags >> 3 & 1) & FE_DIVBYZERO | -(int)(flags >> 2 & 1) & FE_OVERFLOW |
           -(int)(flags >> 1 & 1) & FE_UNDERFLOW | -(int)(flags & 1) & FE_INEXACT;
}

static void set_raised(int exceptions) {
    __asm__ volatile("fsflags %0" : : "r"(flags_of_exceptions(exceptions)));
}

extern char __everypath_unknown_exceptions;

int fetestexcept(int exceptions) {
    exceptions &= FE_ALL_EXCEPT;
    if (__everypath_unknown_exceptions && (exceptions & ~raised()) != 0) {
        __everypath_unsupported("fetestexcept of an exception that a function of <math.h> may have raised");
    }
    return raised() & exceptions;
}
#else
static int raised_exceptions;
static int raised(void) { return raised_exceptions; }
static void set_raised(int exceptions) { raised_exceptions = exceptions; }

#ifdef __riscv
int fegetround(void) { return FE_TONEAREST; }

int fesetround(int direction) {
    switch (direction) {
        case FE_TONEAREST: return 0;
        case FE_DOWNWARD:
        case FE_UPWARD:
        case FE_TOWARDZERO: __everypath_unsupported("fesetround to another direction than to nearest");
        default: return 1;
    }
}
#else
/* The numbers that arithmetic knows: in the order of crates/term/src/float/operation.rs. */
enum { TO_NEAREST = 0, UPWARD = 2, DOWNWARD = 3, TOWARD_ZERO = 4 };
uint32_t __everypath_direction = TO_NEAREST;
/* ESBMC's variable has the same numbers. */
extern int __ESBMC_rounding_mode __attribute__((alias("__everypath_direction")));

/* Without a branch, so that a symbolic direction does not split the path. */
int fegetround(void) {
    uint32_t direction = __everypath_direction;
    return direction == UPWARD        ? FE_UPWARD
           : direction == DOWNWARD    ? FE_DOWNWARD
           : direction == TOWARD_ZERO ? FE_TOWARDZERO
                                      : FE_TONEAREST;
}

int fesetround(int direction) {
    switch (direction) {
        case FE_TONEAREST: __everypath_direction = TO_NEAREST; return 0;
        case FE_DOWNWARD: __everypath_direction = DOWNWARD; return 0;
        case FE_UPWARD: __everypath_direction = UPWARD; return 0;
        case FE_TOWARDZERO: __everypath_direction = TOWARD_ZERO; return 0;
        default: return 1;
    }
}
#endif

int fetestexcept(int exceptions) {
    exceptions &= FE_ALL_EXCEPT;
    if ((exceptions & ~raised()) != 0) {
        __everypath_unsupported("fetestexcept of an exception that arithmetic may have raised");
    }
    return exceptions;
}
#endif

int feclearexcept(int exceptions) {
    set_raised(raised() & ~exceptions);
    return 0;
}

int feraiseexcept(int exceptions) {
    set_raised(raised() | (exceptions & FE_ALL_EXCEPT));
    return 0;
}

int fegetexceptflag(fexcept_t *flags, int exceptions) {
    *flags = (fexcept_t)(raised() & exceptions);
    return 0;
}

int fesetexceptflag(const fexcept_t *flags, int exceptions) {
    set_raised((raised() & ~exceptions) | (*flags & exceptions & FE_ALL_EXCEPT));
    return 0;
}

/* Programs for RISC-V include the headers of x86, too. */
#if defined(__x86_64__) || defined(__i386__) || defined(__riscv)
#define ENVIRONMENT_FLAGS(environment) ((environment)->__status_word)
#define ENVIRONMENT_DIRECTION(environment) ((environment)->__control_word)
#else
#error "the member of fenv_t that has the exceptions is not known"
#endif

int fegetenv(fenv_t *environment) {
    *environment = (fenv_t){0};
    ENVIRONMENT_FLAGS(environment) = (unsigned short)raised();
    ENVIRONMENT_DIRECTION(environment) = (unsigned short)fegetround();
    return 0;
}

int fesetenv(const fenv_t *environment) {
    set_raised(environment == FE_DFL_ENV ? 0 : ENVIRONMENT_FLAGS(environment) & FE_ALL_EXCEPT);
    fesetround(environment == FE_DFL_ENV ? FE_TONEAREST : ENVIRONMENT_DIRECTION(environment));
    return 0;
}

int feholdexcept(fenv_t *environment) {
    fegetenv(environment);
    set_raised(0);
    return 0;
}

int feupdateenv(const fenv_t *environment) {
    int before = raised();
    fesetenv(environment);
    return feraiseexcept(before);
}

/* GNU: traps, of which there are none. */
int fegetexcept(void) { return 0; }
int fedisableexcept(int exceptions) {
    (void)exceptions;
    return 0;
}
int feenableexcept(int exceptions) {
    if ((exceptions & FE_ALL_EXCEPT) == 0) return 0;
    __everypath_unsupported("feenableexcept");
}
