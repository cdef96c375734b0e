/*
 * <fenv.h>: the floating-point environment. All arithmetic here rounds to nearest and notes no exceptions.
 *
 * So another direction of rounding is given up, and so is the question whether an exception was raised, unless the program itself has
 * raised it: arithmetic may have raised it as well.
 */
#include <fenv.h>
#include <stddef.h>

static int raised_exceptions;

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
#else
#error "the member of fenv_t that has the exceptions is not known"
#endif

int fegetenv(fenv_t *environment) {
    *environment = (fenv_t){0};
    ENVIRONMENT_FLAGS(environment) = (unsigned short)raised_exceptions;
    return 0;
}

int fesetenv(const fenv_t *environment) {
    raised_exceptions = environment == FE_DFL_ENV ? 0 : ENVIRONMENT_FLAGS(environment) & FE_ALL_EXCEPT;
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
