/*
 * <stdlib.h>, <unistd.h>: environment variables and what a process knows of itself.
 *
 * `environ` is what the program was started with. Where it is open which variables there are, getenv() finds that out by an
 * input, once for each name; who walks through the list finds those that are known by then, and the verdict names that. Texts that setenv() made, and lists that grew, are the library's
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

static void set_variable(char *entry, size_t length);

/* Variables that are not set for sure, where it is open which are. */
static const struct absent *unset_variables;
static _Bool no_more_variables;

/* A variable that may be set to any short text; its value, or NULL. */
static char *open_variable(const char *name, size_t length) {
    if (no_more_variables || is_absent(unset_variables, name) || __everypath_assumes("no-variables")) return NULL;
    if (!open_choice("variable is set")) {
        add_absent(&unset_variables, name);
        return NULL;
    }
    (void)__everypath_assumes("variable-length");
    char *entry = own_block(length + 1 + OPEN_TEXT + 1), *value = entry + length + 1;
    memcpy(entry, name, length);
    entry[length] = '=';
    __everypath_make_symbolic(value, OPEN_TEXT, "variable");
    value[OPEN_TEXT] = 0;
    set_variable(entry, length);
    return value;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || environ == NULL || strchr(name, '=') != NULL) return NULL;
    char **at = find_variable(name, length);
    return *at == NULL ? open_variable(name, length) : *at + length + 1;
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
    add_absent(&unset_variables, name);
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
    no_more_variables = 1;
    return 0;
}

/* A number of this process, the same whenever it is asked for: any from `least` on, or the given one. */
struct identity {
    _Bool known;
    int number;
};

static int identify(struct identity *of, const char *name, int least, int given) {
    if (__everypath_assumes("identity")) return given;
    if (!of->known) {
        of->known = 1;
        __everypath_make_symbolic(&of->number, sizeof of->number, name);
        __everypath_assume(of->number >= least);
    }
    return of->number;
}

#define IDENTITY(type, name, least, given)          \
    type name(void) {                               \
        static struct identity of;                  \
        return (type)identify(&of, #name, least, given); \
    }

IDENTITY(pid_t, getpid, 1, 2)
IDENTITY(pid_t, getppid, 0, 1)
IDENTITY(uid_t, getuid, 0, 1000)
IDENTITY(uid_t, geteuid, 0, 1000)
IDENTITY(gid_t, getgid, 0, 1000)
IDENTITY(gid_t, getegid, 0, 1000)
int getpagesize(void) { return 4096; }

long sysconf(int name) {
    (void)__everypath_assumes("system");
    switch (name) {
        case _SC_PAGESIZE: return 4096;
        case _SC_CLK_TCK: return 100;
        case _SC_OPEN_MAX: return 1024;
        case _SC_NPROCESSORS_CONF:
        case _SC_NPROCESSORS_ONLN: return 1;
        default: __everypath_unsupported("sysconf of an unknown name");
    }
}
