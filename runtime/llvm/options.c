/*
 * <getopt.h>, <err.h>, <error.h>: the options of a command line, and messages about errors.
 *
 * As in glibc, options may stand behind other arguments: what has been passed over moves behind the options. The
 * elements `passed_first` .. `passed_last`-1 of argv are those, and they are moved when the next element is looked
 * at. A `+` in front of the short options, or POSIXLY_CORRECT, ends the options at the first other argument; a `-`
 * gives each other argument as option 1.
 */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
char *program_invocation_name = (char *)"program";
char *program_invocation_short_name = (char *)"program";

static char *option_rest; /* the letters behind the one that was read, in the same argument */
static int passed_first, passed_last;
static _Bool options_started;

static _Bool is_other_argument(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

/* Moves what was passed over behind the options that came after it. */
static void move_passed(char **argv) {
    int options = optind - passed_last;
    for (int i = 0; i < options; i++) {
        char *option = argv[passed_last + i];
        for (int k = passed_last + i; k > passed_first + i; k--) argv[k] = argv[k - 1];
        argv[passed_first + i] = option;
    }
    passed_first += options;
    passed_last = optind;
}

static int option_fails(const char *program, _Bool quiet, int code, const char *format, const char *what) {
    if (opterr && !quiet) {
        fprintf(stderr, "%s: ", program);
        fprintf(stderr, format, what);
        fputc('\n', stderr);
    }
    return code;
}

/* An option with a name; `dashes` is how it was introduced. Not known: `-abc` that may be letters. */
static int read_long_option(int argc, char **argv, const char *name, const char *dashes, const char *letters,
                            const struct option *all, int *index, _Bool quiet, _Bool colon, _Bool *known) {
    size_t length = strcspn(name, "=");
    const struct option *found = NULL;
    _Bool ambiguous = 0;
    *known = 1;
    for (const struct option *at = all; at->name != NULL; at++) {
        if (strncmp(at->name, name, length) != 0) continue;
        if (strlen(at->name) == length) {
            found = at;
            ambiguous = 0;
            break;
        }
        if (found == NULL) {
            found = at;
        } else if (found->has_arg != at->has_arg || found->flag != at->flag || found->val != at->val) {
            ambiguous = 1;
        }
    }
    if (found == NULL && dashes[1] == 0 && strchr(letters, *name) != NULL) {
        *known = 0;
        return 0;
    }
    char shown[128];
    snprintf(shown, sizeof shown, "%s%s", dashes, name);
    optind++;
    option_rest = NULL;
    optopt = 0;
    if (ambiguous) return option_fails(argv[0], quiet, '?', "option '%s' is ambiguous", shown);
    if (found == NULL) return option_fails(argv[0], quiet, '?', "unrecognized option '%s'", shown);
    snprintf(shown, sizeof shown, "%s%s", dashes, found->name);
    if (name[length] == '=') {
        if (found->has_arg == no_argument) {
            optopt = found->val;
            return option_fails(argv[0], quiet, '?', "option '%s' doesn't allow an argument", shown);
        }
        optarg = (char *)name + length + 1;
    } else if (found->has_arg == required_argument) {
        if (optind >= argc) {
            optopt = found->val;
            return option_fails(argv[0], quiet, colon ? ':' : '?', "option '%s' requires an argument", shown);
        }
        optarg = argv[optind++];
    }
    if (index != NULL) *index = (int)(found - all);
    if (found->flag == NULL) return found->val;
    *found->flag = found->val;
    return 0;
}

static int next_option(int argc, char **argv, const char *letters, const struct option *all, int *index,
                       _Bool long_only) {
    optarg = NULL;
    if (argc < 1) return -1;
    if (optind == 0 || !options_started) {
        if (optind == 0) optind = 1;
        passed_first = passed_last = optind;
        option_rest = NULL;
        options_started = 1;
    }
    _Bool each = *letters == '-', ordered = *letters == '+' || getenv("POSIXLY_CORRECT") != NULL;
    if (*letters == '-' || *letters == '+') letters++;
    _Bool colon = *letters == ':', quiet = colon;

    if (option_rest == NULL || *option_rest == 0) {
        if (passed_last > optind) passed_last = optind;
        if (passed_first > optind) passed_first = optind;
        if (!each && !ordered) {
            if (passed_first != passed_last && passed_last != optind) {
                move_passed(argv);
            } else if (passed_last != optind) {
                passed_first = optind;
            }
            while (optind < argc && is_other_argument(argv[optind])) optind++;
            passed_last = optind;
        }
        if (optind < argc && strcmp(argv[optind], "--") == 0) {
            optind++;
            if (passed_first != passed_last && passed_last != optind) {
                move_passed(argv);
            } else if (passed_first == passed_last) {
                passed_first = optind;
            }
            passed_last = optind = argc;
        }
        if (optind >= argc) {
            if (passed_first != passed_last) optind = passed_first;
            return -1;
        }
        if (is_other_argument(argv[optind])) {
            if (!each) return -1;
            optarg = argv[optind++];
            return 1;
        }
        char *argument = argv[optind];
        _Bool known;
        if (all != NULL && argument[1] == '-') {
            return read_long_option(argc, argv, argument + 2, "--", letters, all, index, quiet, colon, &known);
        }
        if (all != NULL && long_only && (argument[2] != 0 || strchr(letters, argument[1]) == NULL)) {
            int result = read_long_option(argc, argv, argument + 1, "-", letters, all, index, quiet, colon, &known);
            if (known) return result;
        }
        option_rest = argument + 1;
    }

    char letter = *option_rest++, shown[2] = {letter, 0};
    const char *at = strchr(letters, letter);
    if (*option_rest == 0) optind++;
    if (at == NULL || letter == ':' || letter == ';') {
        optopt = letter;
        return option_fails(argv[0], quiet, '?', "invalid option -- '%s'", shown);
    }
    if (at[1] == ':') {
        if (*option_rest != 0) {
            optarg = option_rest;
            optind++;
        } else if (at[2] != ':') {
            if (optind >= argc) {
                optopt = letter;
                option_rest = NULL;
                return option_fails(argv[0], quiet, colon ? ':' : '?', "option requires an argument -- '%s'", shown);
            }
            optarg = argv[optind++];
        }
        option_rest = NULL;
    }
    return letter;
}

int everypath_getopt(int argc, char *const *argv, const char *letters) OBJECT_NAME(getopt);
int everypath_getopt(int argc, char *const *argv, const char *letters) {
    return next_option(argc, (char **)argv, letters, NULL, NULL, 0);
}

/* Under _POSIX_C_SOURCE the headers give getopt() this name: options end at the first other argument. */
int __posix_getopt(int argc, char *const *argv, const char *letters) {
    char ordered[128] = "+";
    strncat(ordered, letters, sizeof ordered - 2);
    return next_option(argc, (char **)argv, ordered, NULL, NULL, 0);
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *all, int *index) {
    return next_option(argc, (char **)argv, letters, all, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *all, int *index) {
    return next_option(argc, (char **)argv, letters, all, index, 1);
}

/* "program: message: what errno means" on standard error; without the last part if `number` is negative. */
static void print_message(int number, const char *format, va_list arguments) {
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL) {
        vfprintf(stderr, format, arguments);
        if (number >= 0) fputs(": ", stderr);
    }
    if (number >= 0) fputs(strerror(number), stderr);
    fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments) { print_message(errno, format, arguments); }
void vwarnx(const char *format, va_list arguments) { print_message(-1, format, arguments); }
void verr(int code, const char *format, va_list arguments) {
    print_message(errno, format, arguments);
    exit(code);
}
void verrx(int code, const char *format, va_list arguments) {
    print_message(-1, format, arguments);
    exit(code);
}

#define MESSAGE(name, parameters, call) \
    void name parameters {              \
        va_list arguments;              \
        va_start(arguments, format);    \
        call;                           \
        va_end(arguments);              \
    }

MESSAGE(warn, (const char *format, ...), vwarn(format, arguments))
MESSAGE(warnx, (const char *format, ...), vwarnx(format, arguments))
MESSAGE(err, (int code, const char *format, ...), verr(code, format, arguments))
MESSAGE(errx, (int code, const char *format, ...), verrx(code, format, arguments))

unsigned error_message_count;
MESSAGE(error, (int code, int number, const char *format, ...), {
    error_message_count++;
    print_message(number == 0 ? -1 : number, format, arguments);
    if (code != 0) exit(code);
})
