/*
 * The character classes of ASCII. They compute with & and | where a library would branch or look up a
 * table, so that asking for the class of a symbolic character does not split the path by itself.
 */
#ifndef EVERYPATH_CTYPE_H
#define EVERYPATH_CTYPE_H

#define EVERYPATH_CLASS static inline __attribute__((always_inline, unused)) int

EVERYPATH_CLASS isdigit(int c) { return (c >= '0') & (c <= '9'); }
EVERYPATH_CLASS islower(int c) { return (c >= 'a') & (c <= 'z'); }
EVERYPATH_CLASS isupper(int c) { return (c >= 'A') & (c <= 'Z'); }
EVERYPATH_CLASS isalpha(int c) { return islower(c) | isupper(c); }
EVERYPATH_CLASS isalnum(int c) { return isalpha(c) | isdigit(c); }
EVERYPATH_CLASS isspace(int c) { return (c == ' ') | ((c >= '\t') & (c <= '\r')); }
EVERYPATH_CLASS isprint(int c) { return (c >= ' ') & (c <= '~'); }
EVERYPATH_CLASS ispunct(int c) { return isprint(c) & !isalnum(c) & (c != ' '); }
EVERYPATH_CLASS isxdigit(int c) { return isdigit(c) | ((c >= 'a') & (c <= 'f')) | ((c >= 'A') & (c <= 'F')); }
EVERYPATH_CLASS tolower(int c) { return c | (isupper(c) << 5); }
EVERYPATH_CLASS toupper(int c) { return c & ~(islower(c) << 5); }

#undef EVERYPATH_CLASS

#endif
