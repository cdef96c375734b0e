/*
 * <string.h>, <strings.h>: functions on NUL-terminated text.
 *
 * They branch at each byte, since that is their meaning: how long a symbolic text is splits the path. What copies is
 * checked for overlap (memory.c); the NUL that ends a text counts where it is read or written, and so does padding.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t strlen(const char *text) {
    const char *end = text;
    while (*end != 0) end++;
    return (size_t)(end - text);
}

size_t strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length] != 0) length++;
    return length;
}

/* Copies a text with its end; gives the address of the end of the copy. */
char *stpcpy(char *to, const char *from) {
    size_t length = strlen(from);
    check_disjoint(to, length + 1, from, length + 1);
    memmove(to, from, length + 1);
    return to + length;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *to, const char *from, size_t limit) {
    size_t length = strnlen(from, limit);
    memmove(to, from, length);
    memset(to + length, 0, limit - length);
    check_disjoint(to, limit, from, length + (length < limit));
    return to + length;
}

char *strncpy(char *to, const char *from, size_t limit) {
    stpncpy(to, from, limit);
    return to;
}

char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + strlen(to);
    size_t length = strnlen(from, limit);
    check_disjoint(end, length + 1, from, length + (length < limit));
    memmove(end, from, length);
    end[length] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) OBJECT_NAME(strlcpy);
size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = strlen(from);
    if (size != 0) {
        size_t kept = length < size ? length : size - 1;
        check_disjoint(to, kept + 1, from, length + 1);
        memmove(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) OBJECT_NAME(strlcat);
size_t strlcat(char *to, const char *from, size_t size) {
    size_t length = strnlen(to, size);
    return length + strlcpy(to + length, from, size - length);
}

int strcmp(const char *left, const char *right) {
    while (*left == *right && *left != 0) {
        left++;
        right++;
    }
    return (byte)*left - (byte)*right;
}

int strncmp(const char *left, const char *right, size_t limit) {
    for (; limit != 0; limit--, left++, right++) {
        if (*left != *right) return (byte)*left - (byte)*right;
        if (*left == 0) return 0;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right) {
    while (to_lower((byte)*left) == to_lower((byte)*right) && *left != 0) {
        left++;
        right++;
    }
    return to_lower((byte)*left) - to_lower((byte)*right);
}

int strncasecmp(const char *left, const char *right, size_t limit) {
    for (; limit != 0; limit--, left++, right++) {
        int difference = to_lower((byte)*left) - to_lower((byte)*right);
        if (difference != 0) return difference;
        if (*left == 0) return 0;
    }
    return 0;
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

size_t strxfrm(char *to, const char *from, size_t size) { return strlcpy(to, from, size); }

char *strchrnul(const char *text, int value) {
    while (*text != (char)value && *text != 0) text++;
    return (char *)text;
}

char *strchr(const char *text, int value) {
    char *found = strchrnul(text, value);
    return *found == (char)value ? found : NULL;
}

char *strrchr(const char *text, int value) {
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)value) last = text;
        if (*text == 0) return (char *)last;
    }
}

char *index(const char *text, int value) { return strchr(text, value); }
char *rindex(const char *text, int value) { return strrchr(text, value); }

char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0) return (char *)text;
        if (*text == 0) return NULL;
    }
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0) return (char *)text;
        if (*text == 0) return NULL;
    }
}

char *strnstr(const char *text, const char *part, size_t limit) OBJECT_NAME(strnstr);
char *strnstr(const char *text, const char *part, size_t limit) {
    size_t length = strlen(part);
    for (; length <= limit; text++, limit--) {
        if (strncmp(text, part, length) == 0) return (char *)text;
        if (*text == 0) return NULL;
    }
    return NULL;
}

/* The length of the longest beginning of only such bytes that are in the set, or are not. */
static size_t span(const char *text, const char *set, int inside) {
    size_t length = 0;
    for (char c; (c = text[length]) != 0; length++) {
        int found = 0;
        for (const char *member = set; *member != 0; member++) found |= *member == c;
        if (found != inside) break;
    }
    return length;
}

size_t strspn(const char *text, const char *set) { return span(text, set, 1); }
size_t strcspn(const char *text, const char *set) { return span(text, set, 0); }

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text != 0 ? (char *)text : NULL;
}

char *strtok_r(char *text, const char *separators, char **rest) {
    if (text == NULL) text = *rest;
    text += strspn(text, separators);
    if (*text == 0) {
        *rest = text;
        return NULL;
    }
    char *end = text + strcspn(text, separators);
    if (*end != 0) *end++ = 0;
    *rest = end;
    return text;
}

char *__strtok_r(char *text, const char *separators, char **rest) {
    return strtok_r(text, separators, rest);
}

char *strtok(char *text, const char *separators) {
    static char *rest;
    return strtok_r(text, separators, &rest);
}

char *strsep(char **rest, const char *separators) {
    char *text = *rest;
    if (text == NULL) return NULL;
    char *end = text + strcspn(text, separators);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return text;
}

char *strndup(const char *text, size_t limit) {
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memmove(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *text) { return strndup(text, SIZE_MAX); }
char *__strdup(const char *text) { return strndup(text, SIZE_MAX); }
char *__strndup(const char *text, size_t limit) { return strndup(text, limit); }

char *(basename)(const char *path) OBJECT_NAME(basename);
char *(basename)(const char *path) {
    const char *last = strrchr(path, '/');
    return (char *)(last == NULL ? path : last + 1);
}

static const struct {
    int number;
    const char *text;
} error_texts[] = {
    {0, "Success"},
    {EPERM, "Operation not permitted"},
    {ENOENT, "No such file or directory"},
    {ESRCH, "No such process"},
    {EINTR, "Interrupted system call"},
    {EIO, "Input/output error"},
    {ENXIO, "No such device or address"},
    {E2BIG, "Argument list too long"},
    {ENOEXEC, "Exec format error"},
    {EBADF, "Bad file descriptor"},
    {ECHILD, "No child processes"},
    {EAGAIN, "Resource temporarily unavailable"},
    {ENOMEM, "Cannot allocate memory"},
    {EACCES, "Permission denied"},
    {EFAULT, "Bad address"},
    {EBUSY, "Device or resource busy"},
    {EEXIST, "File exists"},
    {EXDEV, "Invalid cross-device link"},
    {ENODEV, "No such device"},
    {ENOTDIR, "Not a directory"},
    {EISDIR, "Is a directory"},
    {EINVAL, "Invalid argument"},
    {ENFILE, "Too many open files in system"},
    {EMFILE, "Too many open files"},
    {ENOTTY, "Inappropriate ioctl for device"},
    {EFBIG, "File too large"},
    {ENOSPC, "No space left on device"},
    {ESPIPE, "Illegal seek"},
    {EROFS, "Read-only file system"},
    {EPIPE, "Broken pipe"},
    {EDOM, "Numerical argument out of domain"},
    {ERANGE, "Numerical result out of range"},
    {EDEADLK, "Resource deadlock avoided"},
    {ENAMETOOLONG, "File name too long"},
    {ENOSYS, "Function not implemented"},
    {EILSEQ, "Invalid or incomplete multibyte or wide character"},
    {EOVERFLOW, "Value too large for defined data type"},
    {ENOTSUP, "Operation not supported"},
    {ETIMEDOUT, "Connection timed out"},
};

char *strerror(int number) {
    static char unknown[32];
    for (size_t i = 0; i < sizeof error_texts / sizeof *error_texts; i++) {
        if (error_texts[i].number == number) return (char *)error_texts[i].text;
    }
    strcpy(unknown, "Unknown error ");
    char digits[12], *at = digits + sizeof digits;
    unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    *--at = 0;
    do *--at = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (number < 0) *--at = '-';
    return strcat(unknown, at);
}

/* The form of POSIX; that of GNU gives the text. */
int __xpg_strerror_r(int number, char *to, size_t size) {
    return strlcpy(to, strerror(number), size) < size ? 0 : ERANGE;
}
char *gnu_strerror_r(int number, char *to, size_t size) OBJECT_NAME(strerror_r);
char *gnu_strerror_r(int number, char *to, size_t size) {
    (void)to, (void)size;
    return strerror(number);
}

char *strsignal(int number) {
    switch (number) {
        case SIGABRT: return (char *)"Aborted";
        case SIGFPE: return (char *)"Floating point exception";
        case SIGILL: return (char *)"Illegal instruction";
        case SIGINT: return (char *)"Interrupt";
        case SIGSEGV: return (char *)"Segmentation fault";
        case SIGTERM: return (char *)"Terminated";
        default: return (char *)"Unknown signal";
    }
}
