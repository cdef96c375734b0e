/*
 * <fnmatch.h>: patterns of file names. A symbolic character splits the path where the pattern compares it.
 */
#include <fnmatch.h>
#include <string.h>

/* How many `*` follow each other does not matter; what follows one is tried at each place, the nearest first. */

static _Bool in_class(const char *name, size_t length, int c) {
    char text[16];
    if (length >= sizeof text) return 0;
    memcpy(text, name, length);
    text[length] = 0;
    return iswctype((wint_t)c, wctype(text)) != 0;
}

static int fold(int c, int flags) { return (flags & FNM_CASEFOLD) != 0 ? to_lower(c) : c; }

/* Whether a character is in the brackets that `pattern` is behind the first of; `end` becomes the place behind the last, or NULL if
 * there is none: then the bracket stands for itself. */
static _Bool match_brackets(const char *pattern, int c, int flags, const char **end) {
    _Bool inverted = *pattern == '!' || *pattern == '^', found = 0;
    if (inverted) pattern++;
    const char *first = pattern;
    *end = NULL;
    c = fold(c, flags);
    while (*pattern != ']' || pattern == first) {
        if (*pattern == 0) return 0;
        if (*pattern == '[' && pattern[1] == ':') {
            const char *close = strstr(pattern + 2, ":]");
            if (close != NULL) {
                found |= in_class(pattern + 2, (size_t)(close - pattern - 2), c);
                pattern = close + 2;
                continue;
            }
        }
        if (*pattern == '[' && (pattern[1] == '.' || pattern[1] == '=')) {
            __everypath_unsupported("a pattern with a collating symbol");
        }
        if (*pattern == '\\' && (flags & FNM_NOESCAPE) == 0 && pattern[1] != 0) pattern++;
        int low = (byte)*pattern++, high = low;
        if (*pattern == '-' && pattern[1] != ']' && pattern[1] != 0) {
            pattern++;
            if (*pattern == '\\' && (flags & FNM_NOESCAPE) == 0 && pattern[1] != 0) pattern++;
            high = (byte)*pattern++;
        }
        found |= fold(low, flags) <= c && c <= fold(high, flags);
    }
    *end = pattern + 1;
    return found != inverted;
}

static int match_pattern(const char *pattern, const char *text, const char *start, int flags) {
    for (; *pattern != 0; pattern++) {
        _Bool slash = *text == '/' && (flags & FNM_PATHNAME) != 0;
        _Bool hidden = *text == '.' && (flags & FNM_PERIOD) != 0 &&
                       (text == start || (text[-1] == '/' && (flags & FNM_PATHNAME) != 0));
        switch (*pattern) {
            case '?':
                if (*text == 0 || slash || hidden) return FNM_NOMATCH;
                text++;
                break;
            case '*':
                if (hidden) return FNM_NOMATCH;
                while (*pattern == '*') pattern++;
                for (;; text++) {
                    if (match_pattern(pattern, text, start, flags) == 0) return 0;
                    if (*text == 0 || (*text == '/' && (flags & FNM_PATHNAME) != 0)) return FNM_NOMATCH;
                }
            case '[': {
                const char *end;
                if (*text == 0) return FNM_NOMATCH;
                _Bool found = match_brackets(pattern + 1, (byte)*text, flags, &end);
                if (end != NULL) {
                    if (!found || slash || hidden) return FNM_NOMATCH;
                    pattern = end - 1;
                    text++;
                    break;
                }
                if (*text != '[') return FNM_NOMATCH;
                text++;
                break;
            }
            case '\\':
                if ((flags & FNM_NOESCAPE) == 0) {
                    pattern++;
                    if (*pattern == 0) return FNM_NOMATCH;
                }
                /* fall through */
            default:
                if (fold((byte)*pattern, flags) != fold((byte)*text, flags)) return FNM_NOMATCH;
                text++;
        }
    }
    if (*text == 0 || ((flags & FNM_LEADING_DIR) != 0 && *text == '/')) return 0;
    return FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    if ((flags & FNM_EXTMATCH) != 0) __everypath_unsupported("fnmatch with FNM_EXTMATCH");
    return match_pattern(pattern, text, text, flags);
}
