/*
 * <string.h>, <strings.h>: functions on bytes of known number.
 *
 * Copying and filling is one step of the machine where address and size are constants; else bytes are moved one
 * by one, and a symbolic size splits the path at each. Comparison and search for a byte of the whole range read
 * all bytes without a branch: how symbolic bytes compare is one term.
 *
 * Where C says that a copy between objects that overlap is undefined, what counts are the bytes that are read and those that are written.
 */
#include <string.h>
#include <strings.h>

/*
 * Requires that the bytes that are written and those that are read do not overlap. Where a number of bytes is the program's and may be too
 * large, this comes behind the stores: such a number is their violation, not this one.
 */
static void check_disjoint(const void *to, size_t to_size, const void *from, size_t from_size) {
    size_t up = (size_t)((uintptr_t)to - (uintptr_t)from);
    size_t down = (size_t)((uintptr_t)from - (uintptr_t)to);
    __everypath_check("overlapping-copy", (to_size == 0) | (from_size == 0) | ((up >= from_size) & (down >= to_size)));
}

#ifndef __riscv /* There it is riscv/words.c: memory is one address space, and words are moved whole. */

/* As memmove, for any arguments. */
void *__everypath_copy_bytes(void *to, const void *from, size_t size) {
    byte *target = to;
    const byte *source = from;
    if ((uintptr_t)target <= (uintptr_t)source) {
        for (size_t i = 0; i < size; i++) target[i] = source[i];
    } else {
        while (size-- > 0) target[size] = source[size];
    }
    return to;
}

/* As memset, for any arguments. */
void *__everypath_fill_bytes(void *to, int value, size_t size) {
    byte *target = to;
    for (size_t i = 0; i < size; i++) target[i] = (byte)value;
    return to;
}

void *memmove(void *to, const void *from, size_t size) {
    return __everypath_copy(to, from, size) ? to : __everypath_copy_bytes(to, from, size);
}

/*
 * A copy onto itself is let pass: compilers make such calls for assignments of structures. More bytes than there are violate that, and not
 * this, though they overlap.
 */
void *memcpy(void *to, const void *from, size_t size) {
    size_t up = (size_t)((uintptr_t)to - (uintptr_t)from);
    size_t down = (size_t)((uintptr_t)from - (uintptr_t)to);
    memmove(to, from, size);
    __everypath_check("overlapping-copy", (up == 0) | (size == 0) | ((up >= size) & (down >= size)));
    return to;
}

void *memset(void *to, int value, size_t size) {
    return __everypath_fill(to, (byte)value, size) ? to : __everypath_fill_bytes(to, value, size);
}

#endif

void *mempcpy(void *to, const void *from, size_t size) { return (byte *)memcpy(to, from, size) + size; }
void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
void bzero(void *to, size_t size) { memset(to, 0, size); }
void explicit_bzero(void *to, size_t size) { memset(to, 0, size); }

int memcmp(const void *left, const void *right, size_t size) {
    const byte *l = left, *r = right;
    int result = 0;
    for (size_t i = 0; i < size; i++) {
        result |= (l[i] - r[i]) & -(result == 0);
    }
    return result;
}

int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }

void *memchr(const void *in, int value, size_t size) {
    const byte *at = in;
    for (; size != 0; size--, at++) {
        if (*at == (byte)value) return (void *)at;
    }
    return NULL;
}

void *rawmemchr(const void *in, int value) {
    const byte *at = in;
    while (*at != (byte)value) at++;
    return (void *)at;
}

void *memrchr(const void *in, int value, size_t size) {
    const byte *at = in;
    while (size-- > 0) {
        if (at[size] == (byte)value) return (void *)(at + size);
    }
    return NULL;
}

void *memccpy(void *to, const void *from, int value, size_t size) {
    const byte *source = from;
    size_t count = 0;
    _Bool found = 0;
    while (count < size && !found) found = source[count++] == (byte)value;
    check_disjoint(to, count, from, count);
    memmove(to, from, count);
    return found ? (byte *)to + count : NULL;
}

void *memmem(const void *in, size_t size, const void *part, size_t length) {
    const byte *at = in;
    for (; length <= size; at++, size--) {
        if (memcmp(at, part, length) == 0) return (void *)at;
    }
    return NULL;
}

void swab(const void *from, void *to, ssize_t size) {
    const byte *source = from;
    byte *target = to;
    for (; size > 1; size -= 2, source += 2, target += 2) {
        byte first = source[0];
        target[0] = source[1];
        target[1] = first;
    }
    size_t swapped = (size_t)(target - (byte *)to);
    check_disjoint(to, swapped, from, swapped);
}

int ffs(int value) { return __builtin_ctz((unsigned)value | (value == 0)) + (value != 0); }
int ffsl(long value) { return __builtin_ctzl((unsigned long)value | (value == 0)) + (value != 0); }
int ffsll(long long value) {
    return __builtin_ctzll((unsigned long long)value | (value == 0)) + (value != 0);
}
