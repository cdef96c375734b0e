/*
 * <stdlib.h>, <unistd.h>: environment variables and what a process knows of itself.
 *
 * `environ` is what the program was started with. Where it is open which variables there are, getenv() finds that out by an
 * input, once for each name; who walks through the list finds those that are known by then, and the verdict names that. A list that the program puts in its
 * place has no others, and NULL is an empty one, as in glibc. Texts that setenv() made, and lists that grew, are the library's
 * own blocks: they are freed at the end, so that they are no leak of the program.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *empty_environment[1] = {NULL};
char **environ = empty_environment;

/* The list of which it may be open what else is in it: that which the program is started with, also when it has grown. */
static char **open_environment = empty_environment;

/* What the program is started with, if it is started with any variables. */
void __everypath_set_environment(char **variables) { environ = open_environment = variables; }

/* Blocks that the library owns, each beginning with the address of the next. */
static struct owned_block {
    struct owned_block *next;
    char contents[];
} *owned_blocks;

static void *adopt(struct owned_block *block) {
    block->next = owned_blocks;
    owned_blocks = block;
    return block->contents;
}

static void *own_block(size_t size) { return adopt(__everypath_allocate(sizeof(struct owned_block) + size)); }

/* One that a real library needs, too: NULL if there is no memory. */
static void *granted_block(size_t size) {
    struct owned_block *block = malloc(sizeof *block + size);
    return block == NULL ? NULL : adopt(block);
}

static void free_environment(void) {
    while (owned_blocks != NULL) {
        struct owned_block *next = owned_blocks->next;
        __everypath_free(owned_blocks);
        owned_blocks = next;
    }
}

static char **list_of_variables(void) { return environ != NULL ? environ : empty_environment; }

/* Where the variable is in the list, or the NULL that ends the list. */
static char **find_variable(const char *name, size_t length) {
    char **at = list_of_variables();
    while (*at != NULL && !(strncmp(*at, name, length) == 0 && (*at)[length] == '=')) at++;
    return at;
}

/* The bytes of a list that is longer by one than that which ends here. */
static size_t size_of_longer(char *const *end) { return (size_t)(end - list_of_variables() + 2) * sizeof *end; }

/* Adds a variable to the list, which moves to where there is room for it. */
static void add_variable(char *entry, char *const *end, char **longer) {
    char **list = list_of_variables();
    size_t count = (size_t)(end - list);
    memcpy(longer, list, count * sizeof *list);
    longer[count] = entry;
    longer[count + 1] = NULL;
    if (environ == open_environment) open_environment = longer;
    environ = longer;
}

/* Variables that are not set for sure, where it is open which are. */
static const struct absent *unset_variables;

/* A variable that may be set to any short text; its value, or NULL. */
static char *open_variable(const char *name, size_t length) {
    if (environ != open_environment || is_absent(unset_variables, name) || __everypath_assumes("no-variables")) return NULL;
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
    char **end = find_variable(name, length);
    add_variable(entry, end, own_block(size_of_longer(end)));
    return value;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) return NULL;
    char **at = find_variable(name, length);
    return *at == NULL ? open_variable(name, length) : *at + length + 1;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* Puts an entry into the place of the variable, or into a longer list; gives 0, or -1 where there is no memory. */
static int set_variable(char *entry, size_t length) {
    char **at = find_variable(entry, length);
    if (*at != NULL) {
        *at = entry;
        return 0;
    }
    char **longer = granted_block(size_of_longer(at));
    if (longer == NULL) return -1;
    add_variable(entry, at, longer);
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = name == NULL ? 0 : strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (!overwrite && getenv(name) != NULL) return 0;
    char *entry = granted_block(length + strlen(value) + 2);
    if (entry == NULL) return -1;
    memcpy(entry, name, length);
    entry[length] = '=';
    strcpy(entry + length + 1, value);
    return set_variable(entry, length);
}

int unsetenv(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (environ == open_environment) add_absent(&unset_variables, name);
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
    return set_variable(entry, (size_t)(equals - entry));
}

int clearenv(void) {
    environ = NULL;
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
