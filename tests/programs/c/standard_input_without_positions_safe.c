// target: both
// expect: safe
// assumed: system
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Standard input may be a terminal, or a file, which has positions: that it is neither is said. */
int main(void) {
    struct stat status;
    assert(!isatty(0) && errno == ENOTTY);
    assert(fseek(stdin, 0, SEEK_SET) == -1 && errno == ESPIPE && lseek(0, 0, SEEK_CUR) == -1);
    assert(fstat(0, &status) == 0 && S_ISCHR(status.st_mode));
    return 0;
}
