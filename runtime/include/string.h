/* The functions of <string.h> that the runtime has; see string.c. */
#ifndef EVERYPATH_STRING_H
#define EVERYPATH_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *left, const void *right, size_t size);
void *memchr(const void *in, int value, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t limit);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t limit);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);
char *strchr(const char *text, int value);
char *strrchr(const char *text, int value);
char *strstr(const char *text, const char *part);
#ifdef __cplusplus
}
#endif

#endif
