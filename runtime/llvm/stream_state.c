/*
 * <stdio_ext.h>: what a stream was last used for. Nothing is buffered here; what a real system may still have in its buffer
 * is counted, so that a program which asks sees what it would see there.
 */
#include <stdio.h>
#include <stdio_ext.h>

#include "stream.h"

int __freadable(FILE *file) { return as_stream(file)->readable; }
int __fwritable(FILE *file) { return as_stream(file)->writable; }

int __freading(FILE *file) {
    const struct stream *stream = as_stream(file);
    return !stream->writable || (stream->readable && stream->last_use == STREAM_READ);
}

int __fwriting(FILE *file) {
    const struct stream *stream = as_stream(file);
    return !stream->readable || (stream->writable && stream->last_use == STREAM_WRITTEN);
}

/* Bytes since the last flush, while they fit in the smallest buffer that a system has. */
size_t __fpending(FILE *file) {
    size_t count = as_stream(file)->unflushed;
    if (count != 0 && file->_fileno >= 0) __everypath_unsupported("__fpending of a stream with a descriptor");
    if (count >= 256) __everypath_unsupported("__fpending after many bytes");
    return count;
}

size_t __fbufsize(FILE *file) {
    (void)file;
    __everypath_unsupported("__fbufsize");
}
int __flbf(FILE *file) {
    (void)file;
    __everypath_unsupported("__flbf");
}
void __fpurge(FILE *file) { as_stream(file)->pushed_back = 0; }
void _flushlbf(void) {}
int __fsetlocking(FILE *file, int kind) {
    (void)as_stream(file);
    static int present = FSETLOCKING_INTERNAL;
    int before = present;
    if (kind != FSETLOCKING_QUERY) present = kind;
    return before;
}
