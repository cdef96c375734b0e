/*
 * <string.h>, as small loops.
 *
 * Copies and comparisons of symbolic bytes should cost a checker little: memcpy, memmove and memset move
 * whole words where addresses allow, so that a word stays one value, and no function reads past the end of
 * an object. The functions that look for something branch at each byte; that is their meaning.
 */
#include <stdint.h>
#include <string.h>

typedef unsigned long __attribute__((may_alias)) word;

static int word_aligned(const void *left, const void *right) {
    return (((uintptr_t)left | (uintptr_t)right) % sizeof(word)) == 0;
}

static void copy_up(unsigned char *to, const unsigned char *from, size_t size) {
    if (word_aligned(to, from)) {
        for (; size >= sizeof(word); size -= sizeof(word)) {
            *(word *)to = *(const word *)from;
            to += sizeof(word);
            from += sizeof(word);
        }
    }
    for (; size != 0; size--) *to++ = *from++;
}

static void copy_down(unsigned char *to, const unsigned char *from, size_t size) {
    to += size;
    from += size;
    if (word_aligned(to, from)) {
        for (; size >= sizeof(word); size -= sizeof(word)) {
            to -= sizeof(word);
            from -= sizeof(word);
            *(word *)to = *(const word *)from;
        }
    }
    for (; size != 0; size--) *--to = *--from;
}

void *memcpy(void *to, const void *from, size_t size) {
    copy_up(to, from, size);
    return to;
}

void *memmove(void *to, const void *from, size_t size) {
    if ((uintptr_t)to <= (uintptr_t)from) {
        copy_up(to, from, size);
    } else {
        copy_down(to, from, size);
    }
    return to;
}

void *memset(void *to, int value, size_t size) {
    unsigned char *byte = to;
    if (word_aligned(to, to)) {
        word repeated = (unsigned char)value;
        repeated |= repeated << 8;
        repeated |= repeated << 16;
        repeated |= repeated << (sizeof(word) * 4); /* nothing new on RV32 */
        for (; size >= sizeof(word); size -= sizeof(word)) {
            *(word *)byte = repeated;
            byte += sizeof(word);
        }
    }
    for (; size != 0; size--) *byte++ = (unsigned char)value;
    return to;
}

int memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *l = left, *r = right;
    for (; size != 0; size--, l++, r++) {
        if (*l != *r) return *l - *r;
    }
    return 0;
}

void *memchr(const void *in, int value, size_t size) {
    const unsigned char *byte = in;
    for (; size != 0; size--, byte++) {
        if (*byte == (unsigned char)value) return (void *)byte;
    }
    return NULL;
}

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

int strcmp(const char *left, const char *right) {
    while (*left != 0 && *left == *right) {
        left++;
        right++;
    }
    return (unsigned char)*left - (unsigned char)*right;
}

int strncmp(const char *left, const char *right, size_t limit) {
    for (; limit != 0; limit--, left++, right++) {
        if (*left != *right) return (unsigned char)*left - (unsigned char)*right;
        if (*left == 0) return 0;
    }
    return 0;
}

char *strcpy(char *to, const char *from) {
    char *at = to;
    while ((*at = *from) != 0) {
        at++;
        from++;
    }
    return to;
}

char *strncpy(char *to, const char *from, size_t limit) {
    size_t i = 0;
    for (; i < limit && from[i] != 0; i++) to[i] = from[i];
    for (; i < limit; i++) to[i] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    char *at = to + strlen(to);
    for (; limit != 0 && *from != 0; limit--) *at++ = *from++;
    *at = 0;
    return to;
}

char *strchr(const char *text, int value) {
    for (;; text++) {
        if (*text == (char)value) return (char *)text;
        if (*text == 0) return NULL;
    }
}

char *strrchr(const char *text, int value) {
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)value) last = text;
        if (*text == 0) return (char *)last;
    }
}

char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0) return (char *)text;
        if (*text == 0) return NULL;
    }
}
