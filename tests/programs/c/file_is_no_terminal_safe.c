// target: both
// expect: safe
// assumed: no-files
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* What a file is like, is known. */
int main(void) {
    int file = open("notes", O_RDWR | O_CREAT, 0600);
    if (file < 0) return 0;
    assert(!isatty(file) && errno == ENOTTY);
    assert(write(file, "abc", 3) == 3 && lseek(file, 0, SEEK_CUR) == 3 && lseek(file, 1, SEEK_SET) == 1);
    close(file);
    assert(!isatty(file) && errno == EBADF);
    return 0;
}
