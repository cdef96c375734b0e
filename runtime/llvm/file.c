/*
 * <unistd.h>, <fcntl.h>, <sys/stat.h>: files by descriptor.
 *
 * The files of a run are given or symbolic; there are no others, no directories, and none can be made. What
 * would change the file system is not supported: then a path ends with a cut that names the function.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static long result_or_error(long result) {
    if (result >= 0) return result;
    errno = (int)-result;
    return -1;
}

ssize_t read(int descriptor, void *to, size_t size) {
    return result_or_error(open_read(descriptor, to, size));
}

ssize_t write(int descriptor, const void *from, size_t size) {
    return result_or_error(__everypath_write(descriptor, from, size));
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = read(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (done < 0) return total > 0 ? total : -1;
        total += done;
        if ((size_t)done < parts[i].iov_len) break;
    }
    return total;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = write(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (done < 0) return total > 0 ? total : -1;
        total += done;
    }
    return total;
}

int open(const char *path, int flags, ...) { return open_path(path, flags); }
int open64(const char *path, int flags, ...) { return open_path(path, flags); }
int creat(const char *path, mode_t mode) {
    (void)mode;
    return open_path(path, O_WRONLY | O_CREAT | O_TRUNC);
}
int openat(int directory, const char *path, int flags, ...) {
    if (directory != AT_FDCWD && *path != '/') __everypath_unsupported("openat of a directory");
    return open_path(path, flags);
}

int close(int descriptor) { return (int)result_or_error(__everypath_close(descriptor)); }

off_t lseek(int descriptor, off_t offset, int whence) {
    return (off_t)result_or_error(seek_descriptor(descriptor, (long)offset, whence));
}

off64_t lseek64(int descriptor, off64_t offset, int whence) {
    if (offset != (off64_t)(long)offset) {
        errno = EOVERFLOW;
        return -1;
    }
    return result_or_error(seek_descriptor(descriptor, (long)offset, whence));
}

/* The kind of a stream (1 file, 2 device), or -1 with errno. */
static long kind_of(int descriptor) { return result_or_error(__everypath_stream_kind(descriptor)); }

int isatty(int descriptor) {
    long kind = kind_of(descriptor);
    if (kind < 0) return 0;
    if (kind == 2) (void)__everypath_assumes("system");
    errno = ENOTTY;
    return 0;
}

/* Whose a file is, who may use it, and when it was changed is assumed, and of the standard streams what stands behind them. */
#define STATUS_FUNCTIONS(name, type)                                              \
    static int name(int descriptor, type *to) {                                   \
        long kind = kind_of(descriptor);                                          \
        if (kind < 0) return -1;                                                  \
        (void)__everypath_assumes("system");                                      \
        *to = (type){0};                                                          \
        to->st_mode = kind == 2 ? S_IFCHR | 0620 : S_IFREG | 0644;                \
        to->st_nlink = 1;                                                         \
        to->st_uid = to->st_gid = 1000;                                           \
        to->st_size = kind == 2 ? 0 : __everypath_stream_size(descriptor);        \
        to->st_blksize = 4096;                                                    \
        to->st_blocks = (to->st_size + 511) / 512;                                \
        return 0;                                                                 \
    }                                                                             \
    static int name##_of_path(const char *path, type *to) {                       \
        int descriptor = open_path(path, O_RDONLY);                               \
        if (descriptor < 0) return -1;                                            \
        int result = name(descriptor, to);                                        \
        __everypath_close(descriptor);                                            \
        return result;                                                            \
    }

STATUS_FUNCTIONS(status, struct stat)
STATUS_FUNCTIONS(status64, struct stat64)

int fstat(int descriptor, struct stat *to) { return status(descriptor, to); }
int stat(const char *path, struct stat *to) { return status_of_path(path, to); }
int lstat(const char *path, struct stat *to) { return status_of_path(path, to); }
int fstat64(int descriptor, struct stat64 *to) { return status64(descriptor, to); }
int stat64(const char *path, struct stat64 *to) { return status64_of_path(path, to); }
int lstat64(const char *path, struct stat64 *to) { return status64_of_path(path, to); }

int access(const char *path, int mode) {
    int descriptor = open_path(path, mode & W_OK ? O_RDWR : O_RDONLY);
    if (descriptor < 0) return -1;
    __everypath_close(descriptor);
    if ((mode & X_OK) == 0) return 0;
    (void)__everypath_assumes("system");
    errno = EACCES;
    return -1;
}

int fsync(int descriptor) {
    long kind = kind_of(descriptor);
    if (kind == 2) (void)__everypath_assumes("system");
    return kind < 0 ? -1 : 0;
}
int fdatasync(int descriptor) { return fsync(descriptor); }

#define NOT_SUPPORTED(name, parameters) \
    int name parameters { __everypath_unsupported(#name); }

NOT_SUPPORTED(remove, (const char *path))
NOT_SUPPORTED(unlink, (const char *path))
NOT_SUPPORTED(rename, (const char *from, const char *to))
NOT_SUPPORTED(mkdir, (const char *path, mode_t mode))
NOT_SUPPORTED(rmdir, (const char *path))
NOT_SUPPORTED(chdir, (const char *path))
NOT_SUPPORTED(chmod, (const char *path, mode_t mode))
NOT_SUPPORTED(link, (const char *from, const char *to))
NOT_SUPPORTED(symlink, (const char *from, const char *to))
NOT_SUPPORTED(truncate, (const char *path, off_t size))
NOT_SUPPORTED(ftruncate, (int descriptor, off_t size))
NOT_SUPPORTED(dup, (int descriptor))
NOT_SUPPORTED(dup2, (int descriptor, int other))
NOT_SUPPORTED(pipe, (int descriptors[2]))
NOT_SUPPORTED(fcntl, (int descriptor, int command, ...))
NOT_SUPPORTED(ioctl, (int descriptor, unsigned long request, ...))
