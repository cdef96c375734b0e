/*
 * Small functions of POSIX that stand alone: paths, options in a text, Internet addresses, the system's log.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#undef basename

static size_t without_slashes(const char *path, size_t length) {
    while (length > 1 && path[length - 1] == '/') length--;
    return length;
}

/* The form of POSIX, which cuts slashes off at the end; string.c has that of GNU. */
char *__xpg_basename(char *path) {
    if (path == NULL || *path == 0) return (char *)".";
    path[without_slashes(path, strlen(path))] = 0;
    char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == 0 ? path : slash + 1;
}

char *dirname(char *path) {
    if (path == NULL || *path == 0) return (char *)".";
    size_t length = without_slashes(path, strlen(path));
    while (length > 0 && path[length - 1] != '/') length--;
    if (length == 0) return (char *)".";
    length = without_slashes(path, length);
    if (length == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/') length = 2; /* as glibc has it */
    path[length] = 0;
    return path;
}

/* Numbers of up to 32 bits in digits of base 64, the lowest first. */
static const char digits_of_64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text) {
    uint32_t number = 0;
    for (int i = 0; i < 6 && text[i] != 0; i++) {
        const char *digit = strchr(digits_of_64, text[i]);
        if (digit == NULL) break;
        number |= (uint32_t)(digit - digits_of_64) << 6 * i;
    }
    return (int32_t)number;
}

char *l64a(long number) {
    static char text[7];
    uint32_t rest = (uint32_t)number;
    size_t length = 0;
    for (; rest != 0; rest >>= 6) text[length++] = digits_of_64[rest & 63];
    text[length] = 0;
    return text;
}

int getsubopt(char **options, char *const *names, char **value) {
    if (**options == 0) return -1;
    char *option = *options, *end = strchrnul(option, ','), *equals = memchr(option, '=', (size_t)(end - option));
    if (*end != 0) *end++ = 0;
    *options = end;
    size_t length = equals == NULL ? strlen(option) : (size_t)(equals - option);
    for (int i = 0; names[i] != NULL; i++) {
        if (strncmp(option, names[i], length) != 0 || names[i][length] != 0) continue;
        *value = equals == NULL ? NULL : equals + 1;
        return i;
    }
    *value = option;
    return -1;
}

/* An Internet address of one to four numbers with points between them, the last of which fills what is left. */
int inet_aton(const char *text, struct in_addr *to) {
    uint32_t address = 0;
    for (int part = 0; part < 4; part++) {
        if (!is_digit(*text)) return 0;
        char *end;
        unsigned long number = strtoul(text, &end, 0);
        _Bool last = *end != '.';
        if (number > (last ? 0xffffffff >> 8 * part : 255)) return 0;
        address |= (uint32_t)number << (last ? 0 : 24 - 8 * part);
        if (last) {
            if (*end != 0 && !is_space((byte)*end)) return 0;
            if (to != NULL) to->s_addr = htonl(address);
            return 1;
        }
        text = end + 1;
    }
    return 0;
}

in_addr_t inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

in_addr_t inet_network(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? ntohl(address.s_addr) : INADDR_NONE;
}

static void print_address(char *to, uint32_t address) {
    sprintf(to, "%u.%u.%u.%u", (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
            (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
}

char *inet_ntoa(struct in_addr address) {
    static char text[INET_ADDRSTRLEN];
    print_address(text, ntohl(address.s_addr));
    return text;
}

static void only_four_bytes(int family) {
    if (family == AF_INET6) __everypath_unsupported("texts of Internet addresses of 16 bytes");
}

const char *inet_ntop(int family, const void *address, char *to, socklen_t size) {
    only_four_bytes(family);
    if (family != AF_INET) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    char text[INET_ADDRSTRLEN];
    print_address(text, ntohl(((const struct in_addr *)address)->s_addr));
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return strcpy(to, text);
}

/* Four decimal numbers, nothing else. */
int inet_pton(int family, const char *text, void *to) {
    only_four_bytes(family);
    if (family != AF_INET) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    uint32_t address = 0;
    for (int part = 0; part < 4; part++) {
        unsigned number = 0;
        if (!is_digit(*text) || (*text == '0' && is_digit(text[1]))) return 0;
        for (; is_digit(*text); text++) {
            number = 10 * number + (unsigned)(*text - '0');
            if (number > 255) return 0;
        }
        address = address << 8 | number;
        if (*text++ != (part < 3 ? '.' : 0)) return 0;
    }
    ((struct in_addr *)to)->s_addr = htonl(address);
    return 1;
}

struct in_addr inet_makeaddr(in_addr_t network, in_addr_t host) {
    uint32_t address = network < 128 ? network << 24 | (host & 0xffffff)
                       : network < 65536 ? network << 16 | (host & 0xffff)
                       : network < 1 << 24 ? network << 8 | (host & 255) : network | host;
    return (struct in_addr){htonl(address)};
}
static unsigned host_bits(uint32_t address) { return address >> 31 == 0 ? 24 : address >> 30 == 2 ? 16 : 8; }
in_addr_t inet_lnaof(struct in_addr address) {
    uint32_t number = ntohl(address.s_addr);
    return number & ((1u << host_bits(number)) - 1);
}
in_addr_t inet_netof(struct in_addr address) {
    uint32_t number = ntohl(address.s_addr);
    return number >> host_bits(number);
}

/* The log is read by nobody here, but what is logged is formatted, since that is where mistakes are. */
void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
int setlogmask(int mask) {
    static int present = 0xff;
    int before = present;
    if (mask != 0) present = mask;
    return before;
}
void vsyslog(int priority, const char *format, va_list arguments) {
    (void)priority;
    vsnprintf(NULL, 0, format, arguments);
}
void syslog(int priority, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

void psignal(int number, const char *text) {
    if (text != NULL && *text != 0) fprintf(stderr, "%s: ", text);
    fprintf(stderr, "%s\n", strsignal(number));
}

/* Reading and writing at a place of the file: there and back. */
static ssize_t at_offset(int descriptor, off_t offset, void *to, const void *from, size_t size) {
    off_t before = lseek(descriptor, 0, SEEK_CUR);
    if (before < 0 || lseek(descriptor, offset, SEEK_SET) < 0) return -1;
    ssize_t result = to != NULL ? read(descriptor, to, size) : write(descriptor, from, size);
    lseek(descriptor, before, SEEK_SET);
    return result;
}
ssize_t pread(int descriptor, void *to, size_t size, off_t offset) {
    return at_offset(descriptor, offset, to, NULL, size);
}
ssize_t pread64(int descriptor, void *to, size_t size, off64_t offset) {
    return at_offset(descriptor, (off_t)offset, to, NULL, size);
}
ssize_t pwrite(int descriptor, const void *from, size_t size, off_t offset) {
    return at_offset(descriptor, offset, NULL, from, size);
}
ssize_t pwrite64(int descriptor, const void *from, size_t size, off64_t offset) {
    return at_offset(descriptor, (off_t)offset, NULL, from, size);
}
int posix_fadvise(int descriptor, off_t offset, off_t size, int advice) {
    (void)offset, (void)size, (void)advice;
    return kind_of(descriptor) < 0 ? errno : 0;
}
void sync(void) {}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *left) {
    (void)clock;
    if (nanosleep(duration, (flags & TIMER_ABSTIME) != 0 ? NULL : left) == 0) return 0;
    return errno;
}

int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0; }
int sched_get_priority_max(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0; }

/* <search.h>: lists that begin with a pointer forwards and one backwards. */
struct link {
    struct link *next, *before;
};
void insque(void *element, void *before) {
    struct link *new = element, *old = before;
    new->before = old;
    new->next = old == NULL ? NULL : old->next;
    if (old == NULL) return;
    if (old->next != NULL) old->next->before = new;
    old->next = new;
}
void remque(void *element) {
    struct link *old = element;
    if (old->next != NULL) old->next->before = old->before;
    if (old->before != NULL) old->before->next = old->next;
}
