/*
 * The C library of programs that are checked through LLVM, as one file: README.md says what is where.
 */
#define _GNU_SOURCE
#define __NO_INLINE__ 1 /* no inline definitions from the headers: they are here */
#define __NO_CTYPE 1
#undef _FORTIFY_SOURCE

#include "common.h"

#include "world.c"
#include "heap.c"
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
#include "stream.c"
#include "print.c"
#include "scan.c"
#include "file.c"
#include "time.c"
#include "options.c"
#include "system.c"
#include "locale.c"
#include "fortify.c"
#include "harness.c"
