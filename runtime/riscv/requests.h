/*
 * The requests of the protocol that the C library makes on RISC-V targets. A check carries the number of the property, which the compiler finds out from
 * its name; the numbers are those of the table in crates/riscv/src/environment/sym_iss.rs.
 */
#ifndef EVERYPATH_REQUESTS_H
#define EVERYPATH_REQUESTS_H

/* A request with three parameters that gives a word. */
#define EVERYPATH_REQUEST(number, first, second, third)                                                                 \
    ({                                                                                                        \
        register unsigned long request_t0 __asm__("t0") = (number);                                           \
        register unsigned long request_t1 __asm__("t1") = (unsigned long)(first);                             \
        register unsigned long request_t2 __asm__("t2") = (unsigned long)(second);                            \
        register unsigned long request_t3 __asm__("t3") = (unsigned long)(third);                             \
        __asm__ volatile("ecall" : "+r"(request_t1) : "r"(request_t0), "r"(request_t2), "r"(request_t3) : "memory"); \
        request_t1;                                                                                           \
    })

#define EVERYPATH_NAMED(property, name) (__builtin_strcmp(property, name) == 0)
#define EVERYPATH_PROPERTY_NUMBER(property)                                                     \
    (EVERYPATH_NAMED(property, "assertion")                  ? 0                                \
     : EVERYPATH_NAMED(property, "array-bounds")             ? 1                                \
     : EVERYPATH_NAMED(property, "division-by-zero")         ? 2                                \
     : EVERYPATH_NAMED(property, "invalid-conversion")       ? 3                                \
     : EVERYPATH_NAMED(property, "invalid-store")            ? 4                                \
     : EVERYPATH_NAMED(property, "null-argument")            ? 5                                \
     : EVERYPATH_NAMED(property, "overlapping-copy")         ? 6                                \
     : EVERYPATH_NAMED(property, "reached-abort")            ? 7                                \
     : EVERYPATH_NAMED(property, "signed-division-overflow") ? 8                                \
     : EVERYPATH_NAMED(property, "signed-overflow")          ? 9                                \
     : EVERYPATH_NAMED(property, "invalid-call")             ? 10                               \
                                                             : EVERYPATH_UNKNOWN_PROPERTY())

/* No such function: a name that the table lacks is an error of the linker. */
extern unsigned long EVERYPATH_UNKNOWN_PROPERTY(void);

/* The numbers of the assumptions about the world: those of the table in crates/program/src/assumption.rs. */
#define EVERYPATH_ASSUMPTION_NUMBER(assumption) \
    (EVERYPATH_NAMED(assumption, "empty-input")         ? 0                                          \
     :EVERYPATH_NAMED(assumption, "input-length")        ? 1                                         \
     :EVERYPATH_NAMED(assumption, "no-arguments")        ? 2                                         \
     :EVERYPATH_NAMED(assumption, "argument-length")     ? 3                                         \
     :EVERYPATH_NAMED(assumption, "no-variables")        ? 4                                         \
     :EVERYPATH_NAMED(assumption, "variable-length")     ? 5                                         \
     :EVERYPATH_NAMED(assumption, "listed-variables")    ? 6                                         \
     :EVERYPATH_NAMED(assumption, "no-files")            ? 7                                         \
     :EVERYPATH_NAMED(assumption, "file-length")         ? 8                                         \
     :EVERYPATH_NAMED(assumption, "enough-memory")       ? 9                                         \
     :EVERYPATH_NAMED(assumption, "random-numbers")      ? 10                                        \
     :EVERYPATH_NAMED(assumption, "seeded-numbers")      ? 11                                        \
     :EVERYPATH_NAMED(assumption, "clock")               ? 12                                        \
     :EVERYPATH_NAMED(assumption, "identity")            ? 13                                        \
     :EVERYPATH_NAMED(assumption, "system")              ? 14                                        \
     :EVERYPATH_NAMED(assumption, "addresses")           ? 15                                        \
     :EVERYPATH_NAMED(assumption, "external-size")       ? 16                                        \
     :EVERYPATH_NAMED(assumption, "function-values")     ? 17                                        \
     :EVERYPATH_NAMED(assumption, "numbers-fit")         ? 18                                        \
     :EVERYPATH_NAMED(assumption, "external-calls")      ? 19                                        \
     :EVERYPATH_NAMED(assumption, "large-requests")      ? 20                                        \
     :EVERYPATH_NAMED(assumption, "addresses-used-once") ? 21                                        \
     : EVERYPATH_UNKNOWN_ASSUMPTION())

extern unsigned long EVERYPATH_UNKNOWN_ASSUMPTION(void);

static inline __attribute__((always_inline)) void EVERYPATH_CHECK_NUMBER(unsigned long number, _Bool condition) {
    register unsigned long t0 __asm__("t0") = 18;
    register unsigned long t1 __asm__("t1") = number;
    register unsigned long t2 __asm__("t2") = condition;
    __asm__ volatile("ecall" : : "r"(t0), "r"(t1), "r"(t2) : "memory");
}

_Noreturn static inline __attribute__((always_inline)) void EVERYPATH_UNSUPPORTED(void) {
    register unsigned long t0 __asm__("t0") = 19;
    __asm__ volatile("ecall" : : "r"(t0) : "memory");
    __builtin_unreachable();
}

#endif
