/*
 * <string.h>: copying and filling on RISC-V targets. They move whole words where addresses allow, so that a word of symbolic bytes
 * stays one value, and nothing past the end of an object is touched.
 */
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
