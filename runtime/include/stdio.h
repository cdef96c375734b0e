/* Standard output, no more: a program under check has no files and no formats. See stdio.c. */
#ifndef EVERYPATH_STDIO_H
#define EVERYPATH_STDIO_H

#include <stddef.h>

#define EOF (-1)

#ifdef __cplusplus
extern "C" {
#endif
int putchar(int character);
int puts(const char *text);
#ifdef __cplusplus
}
#endif

#endif
