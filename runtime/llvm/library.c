/*
 * The C library of checked programs, as one file: README.md says what is where.
 */
#define _GNU_SOURCE
#define __NO_INLINE__ 1 /* no inline definitions from the headers: they are here */
#define __NO_CTYPE 1
#undef _FORTIFY_SOURCE

#include "common.h"

#include "grants.c"
#ifdef __riscv
#include "riscv/machine.c"
#include "riscv/heap.c"
#include "riscv/words.c"
#else
#include "heap.c"
#endif
#include "world.c"
#ifndef __riscv
#include "addresses.c"
#include "pointers.c"
#include "uninterpreted.c"
#endif
#include "memory.c"
#include "string.c"
#include "ctype.c"
#include "wide.c"
#include "process.c"
#include "signal.c"
#include "environment.c"
#include "integer.c"
#include "decimal.c"
#include "search.c"
#include "random.c"
#include "math.c"
#include "long_double.c"
#include "special.c"
#include "complex.c"
#include "floating_environment.c"
#include "stream.c"
#include "memory_stream.c"
#include "stream_state.c"
#include "print.c"
#include "scan.c"
#include "file.c"
#include "time.c"
#include "date_text.c"
#include "wide_stream.c"
#include "wide_format.c"
#include "atomic.c"
#include "options.c"
#include "system.c"
#include "threads.c"
#include "posix.c"
#include "pattern.c"
#include "locale.c"
#include "fortify.c"
#include "harness.c"
