/*
 * A stream of <stdio.h>: the structure that glibc's headers show, and behind it what this library needs.
 *
 * Nothing is buffered: every character that is read is read from the machine, and every piece of output goes there at
 * once. So a program that mixes streams and descriptors sees the order of its calls, and the position of a
 * stream is that of its descriptor but for characters that were pushed back.
 */
#ifndef EVERYPATH_STREAM_H
#define EVERYPATH_STREAM_H

#include <stdio.h>

#define MOST_PUSHED_BACK 8

struct stream {
    struct _IO_FILE head; /* _fileno and the flags of the headers: _IO_EOF_SEEN, _IO_ERR_SEEN */
    _Bool readable, writable;
    _Bool closed; /* then it is no stream any more: a standard one, or one whose block is never taken back */
    unsigned pushed_back;
    byte pushed[MOST_PUSHED_BACK];
    enum { STREAM_UNUSED, STREAM_READ, STREAM_WRITTEN } last_use;
    size_t unflushed; /* bytes written since the last flush */
    int orientation; /* as fwide() gives it */
    struct memory *memory; /* where the characters are, if not behind the descriptor: memory_stream.c */
};

#endif
