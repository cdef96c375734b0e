/* The functions of <stdlib.h> that the runtime has; see stdlib.c. */
#ifndef EVERYPATH_STDLIB_H
#define EVERYPATH_STDLIB_H

#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 0x7fff

#ifdef __cplusplus
extern "C" {
#define EVERYPATH_STDLIB_NORETURN [[noreturn]]
#else
#define EVERYPATH_STDLIB_NORETURN _Noreturn
#endif
EVERYPATH_STDLIB_NORETURN void abort(void);
EVERYPATH_STDLIB_NORETURN void exit(int code);
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
int atoi(const char *text);
long atol(const char *text);
int abs(int value);
long labs(long value);
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *));
int rand(void);
void srand(unsigned seed);
#ifdef __cplusplus
}
#endif

#endif
