/*
 * The harnesses' dialects on RISC-V targets: what the LLVM front end knows by name (crates/llvm/src/models.rs) are functions here, each a
 * request of the protocol. Functions that have a body on all targets are in ../llvm/harness.c.
 *
 * A condition is a whole register, so that it serves every type that programs declare for it.
 */
#include <stddef.h>

#include <everypath.h>

#include "requests.h"

#define CONDITION(name, request) \
    void name(unsigned long condition) { EVERYPATH_ECALL(request, 7, condition, 0); }

CONDITION(klee_assume, 2)
CONDITION(__VERIFIER_assume, 2)
CONDITION(__CPROVER_assume, 2)
CONDITION(__ESBMC_assume, 2)
CONDITION(__llbmc_assume, 2)
CONDITION(_llbmc_assume, 2)
CONDITION(assert, 1)
CONDITION(__VERIFIER_assert, 1)

/* Notes for a checker: where assertions are not checked, a path on which one fails goes on. */
#define CLAIM(name) \
    void name(unsigned long condition) { EVERYPATH_CHECK_NUMBER(EVERYPATH_PROPERTY_NUMBER("assertion"), condition != 0); }

CLAIM(__CPROVER_assert)
CLAIM(__CPROVER_precondition)
CLAIM(__CPROVER_postcondition)
CLAIM(__ESBMC_assert)
CLAIM(__llbmc_assert)
CLAIM(_llbmc_assert)

void __ESBMC_loop_invariant(_Bool condition) { everypath_invariant(condition); }

/* A violated assertion; the path ends, whether assertions are checked or not. */
#define FAILURE(name)        \
    void name(void) {        \
        everypath_assert(0); \
        everypath_assume(0); \
    }

FAILURE(klee_report_error)
FAILURE(__VERIFIER_error)
FAILURE(reach_error)
FAILURE(__assert_fail)
FAILURE(__assert)
FAILURE(__assert_perror_fail)
FAILURE(__assert_rtn)
FAILURE(__assert2)

/* Nothing: there is one thread, and nothing is printed or merged. */
#define NOTHING(name) \
    int name(void) { return 0; }

NOTHING(klee_warning)
NOTHING(klee_warning_once)
NOTHING(klee_print_expr)
NOTHING(klee_print_range)
NOTHING(klee_stack_trace)
NOTHING(klee_set_forking)
NOTHING(klee_open_merge)
NOTHING(klee_close_merge)
NOTHING(klee_mark_global)
NOTHING(klee_is_replay)
NOTHING(__VERIFIER_atomic_begin)
NOTHING(__VERIFIER_atomic_end)
NOTHING(__CPROVER_cover)
NOTHING(__CPROVER_input)
NOTHING(__CPROVER_output)
NOTHING(__CPROVER_atomic_begin)
NOTHING(__CPROVER_atomic_end)
NOTHING(__ESBMC_unroll)
NOTHING(__ESBMC_unreachable)
NOTHING(__ESBMC_atomic_begin)
NOTHING(__ESBMC_atomic_end)

void klee_prefer_cex(void *object, unsigned long condition) { EVERYPATH_REQUEST(20, object, condition, 0); }
void klee_posix_prefer_cex(void *object, unsigned long condition) { EVERYPATH_REQUEST(20, object, condition, 0); }
unsigned klee_is_symbolic(unsigned long value) { return (unsigned)EVERYPATH_REQUEST(21, value, 0, 0); }
size_t klee_get_obj_size(void *object) { return EVERYPATH_REQUEST(22, object, 0, 0); }
void klee_define_fixed_object(void *address, size_t size) { (void)EVERYPATH_REQUEST(23, address, size, 0); }

/* Cuts. */
void klee_alias_function(const char *name, const char *other) {
    (void)name, (void)other;
    EVERYPATH_UNSUPPORTED();
}
#define PROCESS(name) \
    int name(void) { EVERYPATH_UNSUPPORTED(); }

PROCESS(system)
PROCESS(popen)
PROCESS(fork)
PROCESS(vfork)
PROCESS(execv)
PROCESS(execve)
PROCESS(execvp)
PROCESS(execl)
PROCESS(execlp)

void __VERIFIER_nondet_memory(void *address, size_t size) { riscv_make_symbolic((unsigned long)address, size); }
void __CPROVER_havoc_slice(void *address, size_t size) { riscv_make_symbolic((unsigned long)address, size); }

/* Inputs: each dialect's prefix with each type. */
#define INPUT(name, type, text)                              \
    type name(void) {                                        \
        type input;                                          \
        everypath_make_symbolic(&input, sizeof input, text); \
        return input;                                        \
    }
#define TRUTH(name, text)                                      \
    _Bool name(void) {                                         \
        unsigned char input;                                   \
        everypath_make_symbolic(&input, sizeof input, text);   \
        everypath_assume(input <= 1);                          \
        return input;                                          \
    }
#define EACH_DIALECT(suffix, type)                           \
    INPUT(__VERIFIER_nondet_##suffix, type, #suffix)         \
    INPUT(__llbmc_nondef_##suffix, type, #suffix)            \
    INPUT(_llbmc_nondef_##suffix, type, #suffix)             \
    INPUT(nondet_##suffix, type, #suffix)                    \
    INPUT(__CPROVER_nondet_##suffix, type, #suffix)
#define EACH_DIALECT_TRUTH(suffix)               \
    TRUTH(__VERIFIER_nondet_##suffix, #suffix)   \
    TRUTH(__llbmc_nondef_##suffix, #suffix)      \
    TRUTH(_llbmc_nondef_##suffix, #suffix)       \
    TRUTH(nondet_##suffix, #suffix)              \
    TRUTH(__CPROVER_nondet_##suffix, #suffix)

EACH_DIALECT_TRUTH(bool)
EACH_DIALECT_TRUTH(_Bool)
EACH_DIALECT(char, char)
EACH_DIALECT(signed_char, signed char)
EACH_DIALECT(schar, signed char)
EACH_DIALECT(uchar, unsigned char)
EACH_DIALECT(unsigned_char, unsigned char)
EACH_DIALECT(short, short)
EACH_DIALECT(ushort, unsigned short)
EACH_DIALECT(unsigned_short, unsigned short)
EACH_DIALECT(int, int)
EACH_DIALECT(uint, unsigned int)
EACH_DIALECT(unsigned, unsigned int)
EACH_DIALECT(unsigned_int, unsigned int)
EACH_DIALECT(long, long)
EACH_DIALECT(ulong, unsigned long)
EACH_DIALECT(unsigned_long, unsigned long)
EACH_DIALECT(longlong, long long)
EACH_DIALECT(long_long, long long)
EACH_DIALECT(ulonglong, unsigned long long)
EACH_DIALECT(unsigned_long_long, unsigned long long)
EACH_DIALECT(float, float)
EACH_DIALECT(double, double)
EACH_DIALECT(ldouble, long double)
EACH_DIALECT(long_double, long double)
EACH_DIALECT(int8_t, signed char)
EACH_DIALECT(int16_t, short)
EACH_DIALECT(int32_t, int)
EACH_DIALECT(int64_t, long long)
EACH_DIALECT(uint8_t, unsigned char)
EACH_DIALECT(uint16_t, unsigned short)
EACH_DIALECT(uint32_t, unsigned int)
EACH_DIALECT(uint64_t, unsigned long long)
EACH_DIALECT(s8, signed char)
EACH_DIALECT(s16, short)
EACH_DIALECT(s32, int)
EACH_DIALECT(s64, long long)
EACH_DIALECT(u8, unsigned char)
EACH_DIALECT(u16, unsigned short)
EACH_DIALECT(u32, unsigned int)
EACH_DIALECT(u64, unsigned long long)
EACH_DIALECT(S8, signed char)
EACH_DIALECT(S16, short)
EACH_DIALECT(S32, int)
EACH_DIALECT(S64, long long)
EACH_DIALECT(U8, unsigned char)
EACH_DIALECT(U16, unsigned short)
EACH_DIALECT(U32, unsigned int)
EACH_DIALECT(U64, unsigned long long)
EACH_DIALECT(size_t, unsigned long)
EACH_DIALECT(ssize_t, long)
EACH_DIALECT(ptrdiff_t, long)
EACH_DIALECT(intptr_t, long)
EACH_DIALECT(uintptr_t, unsigned long)
EACH_DIALECT(off_t, long)
EACH_DIALECT(loff_t, long long)
EACH_DIALECT(sector_t, unsigned long long)
EACH_DIALECT(pid_t, int)
EACH_DIALECT(time_t, long)
EACH_DIALECT(pthread_t, unsigned long)
EACH_DIALECT(pointer, void *)
EACH_DIALECT(charp, char *)
EACH_DIALECT(pchar, char *)
EACH_DIALECT(const_char_pointer, const char *)
#if __riscv_xlen == 64
EACH_DIALECT(int128, __int128)
EACH_DIALECT(uint128, unsigned __int128)
#endif
