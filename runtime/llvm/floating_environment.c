/*
 * <fenv.h>: the floating-point environment. Arithmetic notes no exceptions, so the question whether one was raised is given up, unless
 * the program itself has raised it: arithmetic may have raised it as well.
 *
 * Where a program uses the direction of rounding, all its arithmetic reads it here (crates/llvm/src/lower/float.rs). Machine code does
 * not: there another direction is given up.
 */
#include <fenv.h>
#include <stddef.h>

static int raised_exceptions;

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

int feclearexcept(int exceptions) {
    raised_exceptions &= ~exceptions;
    return 0;
}

int feraiseexcept(int exceptions) {
    raised_exceptions |= exceptions & FE_ALL_EXCEPT;
    return 0;
}

int fetestexcept(int exceptions) {
    exceptions &= FE_ALL_EXCEPT;
    if ((exceptions & ~raised_exceptions) != 0) {
        __everypath_unsupported("fetestexcept of an exception that arithmetic may have raised");
    }
    return exceptions;
}

int fegetexceptflag(fexcept_t *flags, int exceptions) {
    *flags = (fexcept_t)(raised_exceptions & exceptions);
    return 0;
}

int fesetexceptflag(const fexcept_t *flags, int exceptions) {
    raised_exceptions = (raised_exceptions & ~exceptions) | (*flags & exceptions & FE_ALL_EXCEPT);
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
    ENVIRONMENT_FLAGS(environment) = (unsigned short)raised_exceptions;
    ENVIRONMENT_DIRECTION(environment) = (unsigned short)fegetround();
    return 0;
}

int fesetenv(const fenv_t *environment) {
    raised_exceptions = environment == FE_DFL_ENV ? 0 : ENVIRONMENT_FLAGS(environment) & FE_ALL_EXCEPT;
    fesetround(environment == FE_DFL_ENV ? FE_TONEAREST : ENVIRONMENT_DIRECTION(environment));
    return 0;
}

int feholdexcept(fenv_t *environment) {
    fegetenv(environment);
    raised_exceptions = 0;
    return 0;
}

int feupdateenv(const fenv_t *environment) {
    int raised = raised_exceptions;
    fesetenv(environment);
    return feraiseexcept(raised);
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
