/*
 * <stdio.h>: characters, lines and blocks through streams.
 *
 * putchar() and its like hand a byte on as it is, so a symbolic one does not split the path; fgets() compares each
 * with a newline, and puts() with NUL.
 *
 * Operations on bytes of a stream that is oriented to wide characters, and the reverse, are undefined (C17 7.21.2p4). Here they do what they do in
 * glibc: nothing, and they fail without an error of the stream. But fputc() and ungetc() do not look, as there, nor does fgetc(): wide characters
 * are moved by them, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "stream.h"

#undef stdin
#undef stdout
#undef stderr

static struct stream standard_streams[3] = {
    {.head = {._fileno = 0}, .readable = 1},
    {.head = {._fileno = 1}, .writable = 1},
    {.head = {._fileno = 2}, .writable = 1},
};
FILE *stdin = &standard_streams[0].head;
FILE *stdout = &standard_streams[1].head;
FILE *stderr = &standard_streams[2].head;

/*
 * The stream that a program means. A pointer to one that was closed has no value any more (C17 7.21.3p4). The block of one that fopen() made is
 * gone then, unless the heap takes nothing back; standard streams stay where they are.
 */
static struct stream *as_stream(FILE *file) {
    struct stream *stream = (struct stream *)(void *)file;
    if (stream->closed) __everypath_check("invalid-call", 0);
    return stream;
}

/* What memory_stream.c does for the streams whose characters are in memory. */
static size_t memory_read(struct memory *memory, byte *to, size_t size);
static long memory_write(struct memory *memory, const byte *from, size_t size);
static long memory_seek(struct memory *memory, long offset, int whence);
static void memory_close(struct memory *memory);

static int stream_fails(FILE *file, int error) {
    errno = error;
    file->_flags |= _IO_ERR_SEEN;
    return EOF;
}

/* Reads up to `size` bytes, pushed back ones first; gives their number. */
static size_t stream_read(FILE *file, byte *to, size_t size) {
    struct stream *stream = as_stream(file);
    if (stream->orientation == 0) stream->orientation = -1;
    stream->last_use = STREAM_READ;
    size_t done = 0;
    while (done < size && stream->pushed_back > 0) to[done++] = stream->pushed[--stream->pushed_back];
    if (done > 0) open_input.left_over = 0;
    if (done < size && !stream->readable) {
        stream_fails(file, EBADF);
        return done;
    }
    while (done < size && (file->_flags & _IO_EOF_SEEN) == 0) {
        long count = stream->memory != NULL ? (long)memory_read(stream->memory, to + done, size - done)
                                            : open_read(file->_fileno, to + done, size - done);
        if (count < 0) {
            stream_fails(file, (int)-count);
            break;
        }
        if (count == 0) file->_flags |= _IO_EOF_SEEN;
        done += (size_t)count;
    }
    return done;
}

/* Writes all of it; gives 0, or EOF after an error. */
static int stream_write(FILE *file, const void *from, size_t size) {
    struct stream *stream = as_stream(file);
    if (stream->orientation == 0) stream->orientation = -1;
    if (!stream->writable) return stream_fails(file, EBADF);
    stream->last_use = STREAM_WRITTEN;
    stream->unflushed += size;
    const byte *at = from;
    while (size > 0) {
        long count = stream->memory != NULL ? memory_write(stream->memory, at, size)
                                            : __everypath_write(file->_fileno, at, size);
        if (count < 0) return stream_fails(file, (int)-count);
        at += count;
        size -= (size_t)count;
    }
    return 0;
}

/* Whether operations on bytes fail; the first operation on a stream decides. */
static _Bool is_wide(FILE *file) { return fwide(file, -1) > 0; }

int fgetc(FILE *file) {
    byte c;
    return stream_read(file, &c, 1) == 1 ? c : EOF;
}

int(getc)(FILE *file) { return is_wide(file) ? EOF : fgetc(file); }
int(getchar)(void) { return getc(stdin); }
int getc_unlocked(FILE *file) { return getc(file); }
int getchar_unlocked(void) { return getc(stdin); }
int fgetc_unlocked(FILE *file) { return getc(file); }
int _IO_getc(FILE *file) OBJECT_NAME(_IO_getc);
int _IO_getc(FILE *file) { return getc(file); }
int __uflow(FILE *file) { return getc(file); }

int ungetc(int c, FILE *file) {
    struct stream *stream = as_stream(file);
    if (c == EOF || stream->pushed_back == MOST_PUSHED_BACK) return EOF;
    stream->pushed[stream->pushed_back++] = (byte)c;
    file->_flags &= ~_IO_EOF_SEEN;
    open_input.left_over = 0;
    return (byte)c;
}

int fputc(int c, FILE *file) {
    byte byte_of = (byte)c;
    return stream_write(file, &byte_of, 1) == 0 ? byte_of : EOF;
}

int(putc)(int c, FILE *file) { return fputc(c, file); }
int(putchar)(int c) { return fputc(c, stdout); }
int putc_unlocked(int c, FILE *file) { return fputc(c, file); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int fputc_unlocked(int c, FILE *file) { return fputc(c, file); }
int _IO_putc(int c, FILE *file) OBJECT_NAME(_IO_putc);
int _IO_putc(int c, FILE *file) { return fputc(c, file); }
int __overflow(FILE *file, int c) { return fputc(c, file); }

int fputs(const char *text, FILE *file) {
    size_t length = strlen(text);
    return is_wide(file) || stream_write(file, text, length) != 0 ? EOF : 1;
}
int fputs_unlocked(const char *text, FILE *file) { return fputs(text, file); }

int puts(const char *text) {
    size_t length = strlen(text);
    if (is_wide(stdout) || stream_write(stdout, text, length) != 0 || stream_write(stdout, "\n", 1) != 0) return EOF;
    return (int)(length + 1);
}

char *fgets(char *to, int size, FILE *file) {
    if (size <= 0 || is_wide(file)) return NULL;
    int length = 0;
    while (length < size - 1) {
        int c = fgetc(file);
        if (c == EOF) {
            if (length == 0 || (file->_flags & _IO_EOF_SEEN) == 0) return NULL;
            break;
        }
        to[length++] = (char)c;
        if (c == '\n') break;
    }
    to[length] = 0;
    return to;
}

char *fgets_unlocked(char *to, int size, FILE *file) { return fgets(to, size, file); }

char *everypath_gets(char *to) OBJECT_NAME(gets);
char *everypath_gets(char *to) {
    if (is_wide(stdin)) return NULL;
    size_t length = 0;
    for (int c; (c = fgetc(stdin)) != '\n';) {
        if (c == EOF) {
            if (length == 0) return NULL;
            break;
        }
        to[length++] = (char)c;
    }
    to[length] = 0;
    return to;
}

/* Makes room for so many characters, one or two more than there were; gives whether there is memory. */
static _Bool reserve_line(char **line, size_t *size, size_t length) {
    size_t room = *line == NULL ? 0 : *size;
    if (room >= length) return 1;
    room = room < 60 ? 120 : 2 * room;
    char *longer = realloc(*line, room);
    if (longer == NULL) return 0;
    *line = longer;
    *size = room;
    return 1;
}

/* There is a line, which the program frees, also where nothing is read into it. */
ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (!reserve_line(line, size, 1) || is_wide(file)) return -1;
    size_t length = 0;
    for (;;) {
        int c = fgetc(file);
        if (c == EOF && length == 0) return -1;
        if (!reserve_line(line, size, length + 2)) return -1;
        if (c == EOF) break;
        (*line)[length++] = (char)c;
        if (c == (byte)delimiter) break;
    }
    (*line)[length] = 0;
    return (ssize_t)length;
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *file) {
    return getdelim(line, size, delimiter, file);
}

ssize_t getline(char **line, size_t *size, FILE *file) { return getdelim(line, size, '\n', file); }

size_t fread(void *to, size_t size, size_t count, FILE *file) {
    size_t total;
    if (__builtin_mul_overflow(size, count, &total)) __everypath_unsupported("fread of more than an address space");
    (void)as_stream(file);
    return total == 0 || is_wide(file) ? 0 : stream_read(file, to, total) / size;
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) { return fread(to, size, count, file); }

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    size_t total;
    if (__builtin_mul_overflow(size, count, &total)) __everypath_unsupported("fwrite of more than an address space");
    (void)as_stream(file);
    return total == 0 || is_wide(file) || stream_write(file, from, total) != 0 ? 0 : count;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
    return fwrite(from, size, count, file);
}

int(feof)(FILE *file) {
    const struct stream *stream = as_stream(file);
    if (open_input.looked_ahead && is_open_input(file->_fileno) && stream->pushed_back == 0) {
        if (open_input.in_width) __everypath_unsupported("feof behind a number of limited width");
        if (open_ends()) file->_flags |= _IO_EOF_SEEN;
    }
    return (file->_flags & _IO_EOF_SEEN) != 0;
}
int(ferror)(FILE *file) { return (as_stream(file)->head._flags & _IO_ERR_SEEN) != 0; }
int feof_unlocked(FILE *file) { return feof(file); }
int ferror_unlocked(FILE *file) { return ferror(file); }
void clearerr(FILE *file) {
    as_stream(file)->head._flags &= ~(_IO_EOF_SEEN | _IO_ERR_SEEN);
    if (file->_fileno == 0) open_input.looked_ahead = 0;
}
void clearerr_unlocked(FILE *file) { clearerr(file); }
int fileno(FILE *file) {
    if (as_stream(file)->head._fileno < 0) errno = EBADF;
    return file->_fileno;
}
int fileno_unlocked(FILE *file) { return fileno(file); }

/* Nothing is buffered. */
int fflush(FILE *file) {
    if (file != NULL) as_stream(file)->unflushed = 0;
    return 0;
}
int fflush_unlocked(FILE *file) { return fflush(file); }
void setbuf(FILE *file, char *buffer) { (void)as_stream(file), (void)buffer; }
void setbuffer(FILE *file, char *buffer, size_t size) { (void)as_stream(file), (void)buffer, (void)size; }
void setlinebuf(FILE *file) { (void)as_stream(file); }
int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    (void)as_stream(file), (void)buffer, (void)size;
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}
void flockfile(FILE *file) { (void)as_stream(file); }
void funlockfile(FILE *file) { (void)as_stream(file); }
int ftrylockfile(FILE *file) {
    (void)as_stream(file);
    return 0;
}

/* The orientation of the stream is what it was (POSIX). */
void perror(const char *text) {
    struct stream *stream = as_stream(stderr);
    int orientation = stream->orientation;
    const char *what = strerror(errno);
    if (text != NULL && *text != 0) {
        stream_write(stderr, text, strlen(text));
        stream_write(stderr, ": ", 2);
    }
    stream_write(stderr, what, strlen(what));
    stream_write(stderr, "\n", 1);
    stream->orientation = orientation;
}

/* The flags of open() for a mode of fopen(); -1 for none. */
static int flags_of_mode(const char *mode) {
    int flags = *mode == 'r' ? 0 : *mode == 'w' ? O_CREAT | O_TRUNC : *mode == 'a' ? O_CREAT | O_APPEND : -1;
    if (flags < 0) return -1;
    int access = *mode == 'r' ? O_RDONLY : O_WRONLY;
    for (mode++; *mode != 0 && *mode != ','; mode++) {
        if (*mode == '+') access = O_RDWR;
        if (*mode == 'x') flags |= O_EXCL;
        if (*mode == 'e') flags |= O_CLOEXEC;
    }
    return flags | access;
}

static void start_stream(struct stream *stream, int descriptor, int flags) {
    stream->head._flags = 0;
    stream->head._fileno = descriptor;
    stream->pushed_back = 0;
    stream->last_use = STREAM_UNUSED;
    stream->unflushed = 0;
    stream->orientation = 0;
    stream->readable = (flags & O_ACCMODE) != O_WRONLY;
    stream->writable = (flags & O_ACCMODE) != O_RDONLY;
    if ((flags & O_APPEND) != 0 && !stream->readable) __everypath_seek(descriptor, 0, SEEK_END);
}

/* For streams in memory: never NULL. */
static FILE *new_stream(int descriptor, int flags) {
    struct stream *stream = __everypath_allocate_zeroed(sizeof *stream);
    start_stream(stream, descriptor, flags);
    return &stream->head;
}

static _Bool is_standard(const FILE *file) {
    for (int i = 0; i < 3; i++) {
        if (file == &standard_streams[i].head) return 1;
    }
    return 0;
}

/* Ends a stream whose file is closed. */
static void end_stream(FILE *file) {
    as_stream(file)->closed = 1;
    file->_fileno = -1;
    if (!is_standard(file)) __everypath_free(file);
}

/* A descriptor, or -1 with errno. */
static int open_path(const char *path, int flags) {
    long descriptor = open_file(path, flags);
    if (descriptor >= 0) return (int)descriptor;
    errno = (int)-descriptor;
    return -1;
}

FILE *fopen(const char *path, const char *mode) {
    int flags = flags_of_mode(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    int descriptor = open_path(path, flags);
    if (descriptor < 0) {
        __everypath_free(stream);
        return NULL;
    }
    start_stream(stream, descriptor, flags);
    return &stream->head;
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

FILE *fdopen(int descriptor, const char *mode) {
    int flags = flags_of_mode(mode);
    if (flags < 0 || __everypath_stream_kind(descriptor) < 0) {
        errno = flags < 0 ? EINVAL : EBADF;
        return NULL;
    }
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    start_stream(stream, descriptor, flags);
    return &stream->head;
}

int fclose(FILE *file) {
    struct memory *memory = as_stream(file)->memory;
    if (memory != NULL) memory_close(memory);
    long result = memory != NULL ? 0 : __everypath_close(file->_fileno);
    end_stream(file);
    if (result >= 0) return 0;
    errno = (int)-result;
    return EOF;
}

int fcloseall(void) { return 0; }

/* Where nothing can be opened, the stream is closed all the same. */
FILE *freopen(const char *path, const char *mode, FILE *file) {
    struct stream *stream = as_stream(file);
    int flags = flags_of_mode(mode), descriptor = -1;
    if (path == NULL) __everypath_unsupported("freopen without a path");
    if (stream->memory != NULL) __everypath_unsupported("freopen of a stream in memory");
    __everypath_close(file->_fileno);
    if (flags < 0) {
        errno = EINVAL;
    } else {
        descriptor = open_path(path, flags);
    }
    if (descriptor < 0) {
        end_stream(file);
        return NULL;
    }
    start_stream(stream, descriptor, flags);
    return file;
}

FILE *freopen64(const char *path, const char *mode, FILE *file) { return freopen(path, mode, file); }

/* As __everypath_seek(). What stands behind the standard streams has no positions, which is an assumption: it may be a file. */
static long seek_descriptor(long descriptor, long offset, int whence) {
    if (__everypath_stream_kind(descriptor) == 2) (void)__everypath_assumes("system");
    return __everypath_seek(descriptor, offset, whence);
}

static long seek_in_source(struct stream *stream, long offset, int whence) {
    return stream->memory != NULL ? memory_seek(stream->memory, offset, whence)
                                  : seek_descriptor(stream->head._fileno, offset, whence);
}

/* The position that a call of seek gives, in a word as wide as an address; -1 with errno. */
static long stream_seek(FILE *file, long offset, int whence) {
    struct stream *stream = as_stream(file);
    if (whence == SEEK_CUR) offset -= (long)stream->pushed_back;
    long position = seek_in_source(stream, offset, whence);
    if (position < 0) {
        errno = (int)-position;
        return -1;
    }
    stream->pushed_back = 0;
    stream->unflushed = 0;
    file->_flags &= ~_IO_EOF_SEEN;
    return position;
}

static long stream_tell(FILE *file) {
    long position = seek_in_source(as_stream(file), 0, SEEK_CUR);
    if (position >= 0) return position - (long)as_stream(file)->pushed_back;
    errno = (int)-position;
    return -1;
}

int fseek(FILE *file, long offset, int whence) { return stream_seek(file, offset, whence) < 0 ? -1 : 0; }
int fseeko(FILE *file, off_t offset, int whence) { return fseek(file, (long)offset, whence); }
int fseeko64(FILE *file, off64_t offset, int whence) {
    if (offset != (off64_t)(long)offset) {
        errno = EOVERFLOW;
        return -1;
    }
    return fseek(file, (long)offset, whence);
}
long ftell(FILE *file) { return stream_tell(file); }
off_t ftello(FILE *file) { return (off_t)stream_tell(file); }
off64_t ftello64(FILE *file) { return stream_tell(file); }

void rewind(FILE *file) {
    stream_seek(file, 0, SEEK_SET);
    clearerr(file);
}

int fgetpos(FILE *file, fpos_t *position) {
    position->__pos = (__off_t)stream_tell(file);
    return position->__pos < 0 ? -1 : 0;
}
int fsetpos(FILE *file, const fpos_t *position) { return fseek(file, (long)position->__pos, SEEK_SET); }
