/*
 * <stdio.h>: streams whose characters are in memory: fmemopen(), open_memstream() and tmpfile(), which here is one that only the
 * library sees; and names of files that do not exist.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"

struct memory {
    char *bytes;
    size_t size, room, at; /* `room` is fixed, unless the memory grows */
    _Bool grows, appends, owned;
    char **text_of_program; /* of open_memstream(): where it finds the text */
    size_t *size_of_program;
};

static void tell_program(const struct memory *memory) {
    if (memory->text_of_program == NULL) return;
    *memory->text_of_program = memory->bytes;
    *memory->size_of_program = memory->at < memory->size ? memory->at : memory->size;
}

static size_t memory_read(struct memory *memory, byte *to, size_t size) {
    size_t left = memory->at < memory->size ? memory->size - memory->at : 0;
    if (size > left) size = left;
    memcpy(to, memory->bytes + memory->at, size);
    memory->at += size;
    return size;
}

/* Makes room for a number of bytes and a NUL behind them; a place that no byte was written to is zero. */
static _Bool memory_reserve(struct memory *memory, size_t size) {
    if (size <= memory->room) return 1;
    if (!memory->grows) return 0;
    size_t room = size < 64 ? 64 : 2 * size;
    char *bytes = __everypath_allocate_zeroed(room + 1);
    memcpy(bytes, memory->bytes, memory->size);
    __everypath_free(memory->bytes);
    memory->bytes = bytes;
    memory->room = room;
    return 1;
}

/* Writes as much as there is room for; gives how much, or a negated error. */
static long memory_write(struct memory *memory, const byte *from, size_t size) {
    if (memory->appends) memory->at = memory->size;
    if (!memory_reserve(memory, memory->at + size)) {
        size = memory->at < memory->room ? memory->room - memory->at : 0;
        if (size == 0) return -ENOSPC;
    }
    if (memory->grows && memory->at > memory->size) memset(memory->bytes + memory->size, 0, memory->at - memory->size);
    memcpy(memory->bytes + memory->at, from, size);
    memory->at += size;
    if (memory->at > memory->size) {
        memory->size = memory->at;
        if (memory->size < memory->room || memory->grows) memory->bytes[memory->size] = 0;
    }
    tell_program(memory);
    return (long)size;
}

static long memory_seek(struct memory *memory, long offset, int whence) {
    size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory->at : memory->size;
    if (whence < SEEK_SET || whence > SEEK_END) return -EINVAL;
    long at;
    if (__builtin_add_overflow((long)base, offset, &at) || at < 0) return -EINVAL;
    if (!memory->grows && (size_t)at > memory->room) return -EINVAL;
    memory->at = (size_t)at;
    tell_program(memory);
    return at;
}

static void memory_close(struct memory *memory) {
    tell_program(memory);
    if (memory->owned) __everypath_free(memory->bytes);
    __everypath_free(memory);
}

static FILE *new_memory_stream(struct memory memory, int flags) {
    struct memory *kept = __everypath_allocate(sizeof *kept);
    *kept = memory;
    FILE *file = new_stream(-1, flags);
    as_stream(file)->memory = kept;
    return file;
}

FILE *fmemopen(void *bytes, size_t room, const char *mode) {
    int flags = flags_of_mode(mode);
    if (flags < 0 || room > LARGEST_BLOCK) {
        errno = flags < 0 ? EINVAL : ENOMEM;
        return NULL;
    }
    struct memory memory = {.bytes = bytes, .room = room, .appends = *mode == 'a', .owned = bytes == NULL};
    if (bytes == NULL) memory.bytes = __everypath_allocate_zeroed(room);
    _Bool updates = (flags & O_ACCMODE) == O_RDWR;
    if (*mode == 'w' && updates && room > 0) memory.bytes[0] = 0; /* as in glibc, only for w+ */
    memory.size = *mode == 'w' || bytes == NULL ? 0 : *mode == 'r' ? room : strnlen(memory.bytes, room);
    memory.at = *mode == 'a' ? memory.size : 0;
    return new_memory_stream(memory, flags);
}

FILE *open_memstream(char **text, size_t *size) {
    if (text == NULL || size == NULL) {
        errno = EINVAL;
        return NULL;
    }
    struct memory memory = {.grows = 1, .text_of_program = text, .size_of_program = size};
    memory.bytes = malloc(1); /* the program frees it */
    if (memory.bytes == NULL) return NULL;
    memory.bytes[0] = 0;
    tell_program(&memory);
    return new_memory_stream(memory, O_WRONLY);
}

FILE *tmpfile(void) {
    struct memory memory = {.grows = 1, .owned = 1};
    memory.bytes = __everypath_allocate_zeroed(1);
    return new_memory_stream(memory, O_RDWR);
}
FILE *tmpfile64(void) { return tmpfile(); }

/* The next of TMP_MAX names. Nothing says that no file of the run has it, as nothing does on a real system. */
char *tmpnam(char *to) {
    static char own[L_tmpnam];
    static unsigned count;
    if (to == NULL) to = own;
    if (count == TMP_MAX) return NULL;
    sprintf(to, "/tmp/file%06u", count++);
    return to;
}
char *tmpnam_r(char *to) { return to == NULL ? NULL : tmpnam(to); }
