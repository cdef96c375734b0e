/*
 * <ctype.h> with the classes of ASCII in place. They compute with & and | where a library would branch or look up a
 * table, so that asking for the class of a symbolic character neither splits the path nor costs a call.
 */
#include_next <ctype.h>

#ifndef EVERYPATH_CTYPE_H
#define EVERYPATH_CTYPE_H

#define EVERYPATH_CLASS static inline __attribute__((always_inline, unused)) int

EVERYPATH_CLASS everypath_isdigit(int c) { return (c >= '0') & (c <= '9'); }
EVERYPATH_CLASS everypath_islower(int c) { return (c >= 'a') & (c <= 'z'); }
EVERYPATH_CLASS everypath_isupper(int c) { return (c >= 'A') & (c <= 'Z'); }
EVERYPATH_CLASS everypath_isalpha(int c) { return everypath_islower(c) | everypath_isupper(c); }
EVERYPATH_CLASS everypath_isalnum(int c) { return everypath_isalpha(c) | everypath_isdigit(c); }
EVERYPATH_CLASS everypath_isspace(int c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }
EVERYPATH_CLASS everypath_isprint(int c) { return (c >= ' ') & (c <= '~'); }
EVERYPATH_CLASS everypath_ispunct(int c) { return everypath_isprint(c) & !everypath_isalnum(c) & (c != ' '); }
EVERYPATH_CLASS everypath_isxdigit(int c) {
    return everypath_isdigit(c) | ((c >= 'a') & (c <= 'f')) | ((c >= 'A') & (c <= 'F'));
}
EVERYPATH_CLASS everypath_tolower(int c) { return c | (everypath_isupper(c) << 5); }
EVERYPATH_CLASS everypath_toupper(int c) { return c & ~(everypath_islower(c) << 5); }

#undef EVERYPATH_CLASS

#undef isdigit
#define isdigit(c) everypath_isdigit(c)
#undef islower
#define islower(c) everypath_islower(c)
#undef isupper
#define isupper(c) everypath_isupper(c)
#undef isalpha
#define isalpha(c) everypath_isalpha(c)
#undef isalnum
#define isalnum(c) everypath_isalnum(c)
#undef isspace
#define isspace(c) everypath_isspace(c)
#undef isprint
#define isprint(c) everypath_isprint(c)
#undef ispunct
#define ispunct(c) everypath_ispunct(c)
#undef isxdigit
#define isxdigit(c) everypath_isxdigit(c)
#undef tolower
#define tolower(c) everypath_tolower(c)
#undef toupper
#define toupper(c) everypath_toupper(c)

#endif
