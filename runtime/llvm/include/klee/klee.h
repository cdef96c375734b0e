/*
 * The intrinsic functions of KLEE, for programs that include <klee/klee.h>. Those that steer KLEE's own search or
 * output do nothing here; `everypath models` lists what each does.
 */
#ifndef KLEE_H
#define KLEE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_range(int first, int last, const char *name); /* first <= value < last */
int klee_int(const char *name);
uintptr_t klee_choose(uintptr_t count); /* value < count */

/* Assumptions and ends. */
void klee_assume(uintptr_t condition);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

/* Questions. */
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
int klee_get_errno(void);
size_t klee_get_obj_size(void *address);
void klee_check_memory_access(const void *address, size_t size);
float klee_get_valuef(float expression);
double klee_get_valued(double expression);
long klee_get_valuel(long expression);
long long klee_get_valuell(long long expression);
int32_t klee_get_value_i32(int32_t expression);
int64_t klee_get_value_i64(int64_t expression);

/* An object of arbitrary bytes at an address of the program's choice; a cut where something else is. */
void klee_define_fixed_object(void *address, size_t size);

/* Not supported: a cut. */
void klee_alias_function(const char *name, const char *new_name);

/* Test cases of this path satisfy the condition, if they can. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Ignored. */
void klee_mark_global(void *object);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);

#ifdef __cplusplus
}
#endif

#define klee_assert(condition) \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

#endif
