/*
 * What the C library of checked programs stands on: functions that the machine implements, one row each of
 * the table in crates/llvm/src/models.rs.
 *
 * Numbers that are sizes, streams, flags or results are as wide as an address (`long`, `size_t`): the machine
 * takes them as they are. A result that stands for an error is a negated Linux error number.
 */
#ifndef EVERYPATH_MACHINE_H
#define EVERYPATH_MACHINE_H

#include <stddef.h>

#ifdef __riscv
#include "riscv/requests.h"
#endif

/* The `size` bytes from `address` on become the input `name`. */
void __everypath_make_symbolic(void *address, size_t size, const char *name);

/* Only paths where the condition holds go on. */
void __everypath_assume(_Bool condition);

/* A check of a property. `property` is a literal, a name of crates/program/src/property.rs. */
#ifdef __riscv
#define __everypath_check(property, condition) EVERYPATH_CHECK_NUMBER(EVERYPATH_PROPERTY_NUMBER(property), condition)
#define __everypath_check_if_asked __everypath_check
#else
void __everypath_check(const char *property, _Bool condition);
/* The same where the property is checked. Else the program goes on, as it is said what it does then. */
void __everypath_check_if_asked(const char *property, _Bool condition);
#endif

/* Whether the run makes an assumption about the world; then it is named in the verdict, with the place in the program. `assumption` is
 * a literal, a name of crates/program/src/assumption.rs. */
#ifdef __riscv
#define __everypath_assumes(assumption) ((_Bool)EVERYPATH_REQUEST(24, EVERYPATH_ASSUMPTION_NUMBER(assumption), 0, 0))
#else
_Bool __everypath_assumes(const char *assumption);
#endif

/* Ends the program at once. */
_Noreturn void __everypath_exit(int code);

/* Gives up the path: a cut with the reason `what`, which is a literal. */
#ifdef __riscv
#define __everypath_unsupported(what) EVERYPATH_UNSUPPORTED()
#else
_Noreturn void __everypath_unsupported(const char *what);
#endif

/* A new heap block, never NULL: its contents are arbitrary, or zero; its address is a multiple of 16, of 4096, or of what the name says,
 * and of no higher power of two. */
void *__everypath_allocate(size_t size);
void *__everypath_allocate_zeroed(size_t size);
void *__everypath_allocate_page(size_t size);
void *__everypath_allocate_aligned_32(size_t size);
void *__everypath_allocate_aligned_64(size_t size);
void *__everypath_allocate_aligned_128(size_t size);
void *__everypath_allocate_aligned_256(size_t size);
void *__everypath_allocate_aligned_512(size_t size);
void *__everypath_allocate_aligned_1024(size_t size);
void *__everypath_allocate_aligned_2048(size_t size);

/* Ends the life of a heap block; nothing for NULL; a violation of `invalid-free` for any other address. */
void __everypath_free(void *block);

/* The size of the live heap block that begins here; 0 if there is none. */
size_t __everypath_block_size(const void *block);

#ifndef __riscv
/* Where the live object of any kind begins that has this address in it or right behind it; 0 if there is none. */
size_t __everypath_object_start(size_t address);
/* The same of an object that is there on this way, its scope not over, for any address. */
size_t __everypath_object_there(size_t address);
/* The size of the live object of any kind that begins here; 0 if there is none. */
size_t __everypath_object_size(size_t address);
#endif

/* As memmove and memset, if all arguments are constants on this path: then they give 1. Else they do nothing
 * and give 0. The byte that is filled in may be symbolic. */
size_t __everypath_copy(void *to, const void *from, size_t size);
size_t __everypath_fill(void *to, size_t byte, size_t size);

/* 1 if the value is not a constant on this path. */
size_t __everypath_is_symbolic(size_t value);
/* 0 if the value is not a constant on this path and no address of a variable or a block by what it was calculated from. */
size_t __everypath_may_be_address(size_t value);
/* The same value, as a constant: several that it can have are followed. */
size_t __everypath_constant_of(size_t value);

/* Where the object begins that holds the variable arguments of a call, one of which lies at this address or ended there; NULL if
 * there is none. arguments.h says what is in it. */
const void *__everypath_variable_arguments(const void *at);

/* Streams: 0, 1 and 2 are open. `flags` and `whence` are those of Linux. */
long __everypath_read(long stream, void *to, size_t size);
/* A number in standard input, an input of its own: of 1, 2, 4 or 8 bytes and a kind of crates/program/src/number.rs; above the
 * lowest 8 bits of that, the most characters that it has, or 0. Gives 1; or 0, where standard input delivers no more, or is not
 * symbolic. */
long __everypath_read_number(void *to, size_t size, long kind);
long __everypath_write(long stream, const void *from, size_t size);
long __everypath_open(const char *path, long flags);
long __everypath_close(long stream);
long __everypath_seek(long stream, long offset, long whence);
long __everypath_stream_size(long stream);
long __everypath_stream_kind(long stream); /* 1: file, 2: device */

/* Nanoseconds, from 0, a microsecond more per call. */
unsigned long __everypath_clock(void);

#endif
