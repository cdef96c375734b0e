/*
 * <sys/mman.h>, <arpa/inet.h>, <sys/resource.h> and other small things that a process asks its system for.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Anonymous memory is a zeroed heap block that begins a page; whether there is any is decided as for malloc(). */
void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    (void)descriptor, (void)offset, (void)address;
    if ((flags & MAP_ANONYMOUS) == 0) __everypath_unsupported("mmap of a file");
    if (flags & MAP_FIXED) __everypath_unsupported("mmap at a fixed address");
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE)) {
        __everypath_unsupported("mmap of memory that is not for reading and writing");
    }
    if (size == 0 || (flags & (MAP_PRIVATE | MAP_SHARED)) == 0) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (!heap_grants(size)) return MAP_FAILED;
    size_t whole = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    return memset(__everypath_allocate_page(whole), 0, whole);
}

void *mmap64(void *address, size_t size, int protection, int flags, int descriptor, off64_t offset) {
    return mmap(address, size, protection, flags, descriptor, (off_t)offset);
}

int munmap(void *address, size_t size) {
    if (size == 0) {
        errno = EINVAL;
        return -1;
    }
    if (__everypath_block_size(address) != ((size + PAGE - 1) & ~(size_t)(PAGE - 1))) {
        __everypath_unsupported("munmap of a part of a mapping");
    }
    __everypath_free(address);
    return 0;
}

int mprotect(void *address, size_t size, int protection) {
    (void)address, (void)size;
    if ((protection & (PROT_READ | PROT_WRITE)) == (PROT_READ | PROT_WRITE)) return 0;
    __everypath_unsupported("mprotect that takes rights away");
}

/* Both data models are little endian. */
uint16_t(htons)(uint16_t value) { return __builtin_bswap16(value); }
uint16_t(ntohs)(uint16_t value) { return __builtin_bswap16(value); }
uint32_t(htonl)(uint32_t value) { return __builtin_bswap32(value); }
uint32_t(ntohl)(uint32_t value) { return __builtin_bswap32(value); }

char *getcwd(char *to, size_t size) {
    (void)__everypath_assumes("system");
    if (to == NULL && size == 0) size = 2;
    if (size < 2) {
        errno = size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    if (to == NULL) to = malloc(size);
    return to == NULL ? NULL : strcpy(to, "/");
}

mode_t umask(mode_t mask) {
    static mode_t present = 022;
    static _Bool known;
    if (!known) (void)__everypath_assumes("system");
    known = 1;
    mode_t before = present;
    present = mask & 0777;
    return before;
}

/* A time that the process has used, which is always known and never goes back. */
static struct timeval used_time(const char *seconds, const char *microseconds, struct timeval *kept) {
    struct timeval now = {(time_t)open_number(seconds, 0, 0x7fffffff), (suseconds_t)open_number(microseconds, 0, 999999)};
    __everypath_assume((now.tv_sec > kept->tv_sec) | ((now.tv_sec == kept->tv_sec) & (now.tv_usec >= kept->tv_usec)));
    *kept = now;
    return now;
}

/* Of what the process has used, times are open; that it has used nothing else is an assumption. There are no children. */
int getrusage(int who, struct rusage *to) {
    static struct timeval user, system;
    if (who != RUSAGE_SELF && who != RUSAGE_THREAD && who != RUSAGE_CHILDREN) {
        errno = EINVAL;
        return -1;
    }
    *to = (struct rusage){0};
    if (who == RUSAGE_CHILDREN) return 0;
    (void)__everypath_assumes("system");
    if (__everypath_assumes("clock")) {
        to->ru_utime.tv_usec = (suseconds_t)(__everypath_clock() / 1000 % 1000000);
    } else {
        to->ru_utime = used_time("ru_utime", "ru_utime_microseconds", &user);
        to->ru_stime = used_time("ru_stime", "ru_stime_microseconds", &system);
    }
    return 0;
}

int getrlimit(__rlimit_resource_t which, struct rlimit *to) {
    (void)which, (void)__everypath_assumes("system");
    *to = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    return 0;
}

int sched_yield(void) { return 0; }

int gethostname(char *to, size_t size) {
    (void)__everypath_assumes("system");
    strncpy(to, "localhost", size);
    if (size >= sizeof "localhost") return 0;
    errno = ENAMETOOLONG;
    return -1;
}

int uname(struct utsname *to) {
    (void)__everypath_assumes("system");
    *to = (struct utsname){
        .sysname = "Linux", .nodename = "localhost", .release = "6.0", .version = "1", .machine = "x86_64"};
    return 0;
}
