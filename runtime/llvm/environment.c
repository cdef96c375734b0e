/*
 * <stdlib.h>, <unistd.h>: environment variables and what a process knows of itself.
 *
 * `environ` is what the program was started with. Texts that setenv() made, and lists that grew, are the library's
 * own blocks: they are freed at the end, so that they are no leak of the program.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *empty_environment[1] = {NULL};
char **environ = empty_environment;

/* What the program is started with, if it is started with any variables. */
void __everypath_set_environment(char **variables) { environ = variables; }

/* Blocks that the library owns, each beginning with the address of the next. */
static struct owned_block {
    struct owned_block *next;
    char contents[];
} *owned_blocks;

static void *own_block(size_t size) {
    struct owned_block *block = __everypath_allocate(sizeof *block + size);
    block->next = owned_blocks;
    owned_blocks = block;
    return block->contents;
}

static void free_environment(void) {
    while (owned_blocks != NULL) {
        struct owned_block *next = owned_blocks->next;
        __everypath_free(owned_blocks);
        owned_blocks = next;
    }
}

/* Where the variable is in the list, or the NULL that ends the list. */
static char **find_variable(const char *name, size_t length) {
    char **at = environ;
    while (*at != NULL && !(strncmp(*at, name, length) == 0 && (*at)[length] == '=')) at++;
    return at;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || environ == NULL) return NULL;
    char **at = find_variable(name, length);
    return *at == NULL ? NULL : *at + length + 1;
}

char *secure_getenv(const char *name) { return getenv(name); }

static void set_variable(char *entry, size_t length) {
    char **at = find_variable(entry, length);
    if (*at == NULL) {
        size_t count = (size_t)(at - environ);
        char **longer = own_block((count + 2) * sizeof *longer);
        memcpy(longer, environ, count * sizeof *longer);
        longer[count + 1] = NULL;
        environ = longer;
        at = longer + count;
    }
    *at = entry;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = name == NULL ? 0 : strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (getenv(name) != NULL && !overwrite) return 0;
    char *entry = own_block(length + strlen(value) + 2);
    memcpy(entry, name, length);
    entry[length] = '=';
    strcpy(entry + length + 1, value);
    set_variable(entry, length);
    return 0;
}

int unsetenv(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    char **at;
    while (*(at = find_variable(name, length)) != NULL) {
        do at[0] = at[1];
        while (*at++ != NULL);
    }
    return 0;
}

int putenv(char *entry) {
    const char *equals = strchr(entry, '=');
    if (equals == NULL) return unsetenv(entry);
    set_variable(entry, (size_t)(equals - entry));
    return 0;
}

int clearenv(void) {
    environ = empty_environment;
    return 0;
}

pid_t getpid(void) { return 2; }
pid_t getppid(void) { return 1; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
int getpagesize(void) { return 4096; }

long sysconf(int name) {
    switch (name) {
        case _SC_PAGESIZE: return 4096;
        case _SC_CLK_TCK: return 100;
        case _SC_OPEN_MAX: return 1024;
        case _SC_NPROCESSORS_CONF:
        case _SC_NPROCESSORS_ONLN: return 1;
        default: __everypath_unsupported("sysconf of an unknown name");
    }
}
