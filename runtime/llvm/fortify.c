/*
 * The names that glibc's headers call when a program is compiled with _FORTIFY_SOURCE: the plain function, after a
 * check that what is written fits the object whose size the compiler knew.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void check_fits(size_t size, size_t room) { __everypath_check("invalid-store", size <= room); }

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
    check_fits(size, room);
    return memcpy(to, from, size);
}
void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
    check_fits(size, room);
    return memmove(to, from, size);
}
void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
    check_fits(size, room);
    return mempcpy(to, from, size);
}
void *__memset_chk(void *to, int value, size_t size, size_t room) {
    check_fits(size, room);
    return memset(to, value, size);
}
void __explicit_bzero_chk(void *to, size_t size, size_t room) {
    check_fits(size, room);
    memset(to, 0, size);
}
char *__strcpy_chk(char *to, const char *from, size_t room) {
    check_fits(strlen(from) + 1, room);
    return strcpy(to, from);
}
char *__stpcpy_chk(char *to, const char *from, size_t room) {
    check_fits(strlen(from) + 1, room);
    return stpcpy(to, from);
}
char *__strncpy_chk(char *to, const char *from, size_t limit, size_t room) {
    check_fits(limit, room);
    return strncpy(to, from, limit);
}
char *__stpncpy_chk(char *to, const char *from, size_t limit, size_t room) {
    check_fits(limit, room);
    return stpncpy(to, from, limit);
}
char *__strcat_chk(char *to, const char *from, size_t room) {
    check_fits(strlen(to) + strlen(from) + 1, room);
    return strcat(to, from);
}
char *__strncat_chk(char *to, const char *from, size_t limit, size_t room) {
    check_fits(strlen(to) + strnlen(from, limit) + 1, room);
    return strncat(to, from, limit);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list arguments) {
    (void)flag;
    check_fits(size, room);
    return vsnprintf(to, size, format, arguments);
}

/* Where more than fits is printed, the part that fits is written, and then the check fails. */
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments) {
    (void)flag;
    int count = vsnprintf(to, room, format, arguments);
    check_fits((size_t)count + 1, room);
    return count;
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
    (void)flag;
    return vfprintf(stdout, format, arguments);
}
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vfprintf(file, format, arguments);
}
int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vasprintf(result, format, arguments);
}
int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vdprintf(descriptor, format, arguments);
}

VARIADIC(__printf_chk, format, (int flag, const char *format, ...), __vprintf_chk(flag, format, arguments))
VARIADIC(__fprintf_chk, format, (FILE * file, int flag, const char *format, ...),
         __vfprintf_chk(file, flag, format, arguments))
VARIADIC(__sprintf_chk, format, (char *to, int flag, size_t room, const char *format, ...),
         __vsprintf_chk(to, flag, room, format, arguments))
VARIADIC(__snprintf_chk, format, (char *to, size_t size, int flag, size_t room, const char *format, ...),
         __vsnprintf_chk(to, size, flag, room, format, arguments))
VARIADIC(__asprintf_chk, format, (char **result, int flag, const char *format, ...),
         __vasprintf_chk(result, flag, format, arguments))
VARIADIC(__dprintf_chk, format, (int descriptor, int flag, const char *format, ...),
         __vdprintf_chk(descriptor, flag, format, arguments))

char *__fgets_chk(char *to, size_t room, int size, FILE *file) {
    check_fits(size < 0 ? 0 : (size_t)size, room);
    return fgets(to, size, file);
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file) {
    check_fits(size * count, room);
    return fread(to, size, count, file);
}
ssize_t __read_chk(int descriptor, void *to, size_t size, size_t room) {
    check_fits(size, room);
    return read(descriptor, to, size);
}
char *__gets_chk(char *to, size_t room) {
    (void)room; /* the stores are checked */
    return everypath_gets(to);
}
