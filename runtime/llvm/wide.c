/*
 * <wchar.h>, <wctype.h>, <uchar.h>: wide characters of the C locale, where a byte below 128 is a character and no other is.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *text) {
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length] != 0) length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) { return memcpy(to, from, count * sizeof *to); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) { return memmove(to, from, count * sizeof *to); }

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = value;
    return to;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count) {
    for (; count != 0; count--, left++, right++) {
        if (*left != *right) return *left < *right ? -1 : 1;
    }
    return 0;
}

wchar_t *wmemchr(const wchar_t *in, wchar_t value, size_t count) {
    for (; count != 0; count--, in++) {
        if (*in == value) return (wchar_t *)in;
    }
    return NULL;
}

/* Requires that the characters that are written and those that are read do not overlap, as in string.c. */
static void check_wide_disjoint(const wchar_t *to, size_t to_count, const wchar_t *from, size_t from_count) {
    check_disjoint(to, to_count * sizeof *to, from, from_count * sizeof *from);
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
    size_t length = wcslen(from);
    check_wide_disjoint(to, length + 1, from, length + 1);
    return wmemmove(to, from, length + 1) + length;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t limit) {
    size_t length = wcsnlen(from, limit);
    wmemmove(to, from, length);
    wmemset(to + length, 0, limit - length);
    check_wide_disjoint(to, limit, from, length + (length < limit));
    return to + length;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t limit) {
    wcpncpy(to, from, limit);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t limit) {
    wchar_t *end = to + wcslen(to);
    size_t length = wcsnlen(from, limit);
    check_wide_disjoint(end, length + 1, from, length + (length < limit));
    wmemmove(end, from, length);
    end[length] = 0;
    return to;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit) {
    for (; limit != 0; limit--, left++, right++) {
        if (*left != *right) return *left < *right ? -1 : 1;
        if (*left == 0) return 0;
    }
    return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right) { return wcsncmp(left, right, SIZE_MAX); }

wchar_t *wcschr(const wchar_t *text, wchar_t value) {
    for (;; text++) {
        if (*text == value) return (wchar_t *)text;
        if (*text == 0) return NULL;
    }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t value) {
    const wchar_t *last = NULL;
    for (;; text++) {
        if (*text == value) last = text;
        if (*text == 0) return (wchar_t *)last;
    }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
    size_t length = wcslen(part);
    for (;; text++) {
        if (wcsncmp(text, part, length) == 0) return (wchar_t *)text;
        if (*text == 0) return NULL;
    }
}

wchar_t *wcswcs(const wchar_t *text, const wchar_t *part) { return wcsstr(text, part); }

wchar_t *wcsdup(const wchar_t *text) {
    size_t size = wcslen(text) + 1;
    wchar_t *copy = malloc(size * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, text, size);
}

int wcscasecmp(const wchar_t *left, const wchar_t *right) { return wcsncasecmp(left, right, SIZE_MAX); }

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t limit) {
    for (; limit != 0; limit--, left++, right++) {
        int l = to_lower(*left), r = to_lower(*right);
        if (l != r) return l < r ? -1 : 1;
        if (l == 0) return 0;
    }
    return 0;
}

int wcscoll(const wchar_t *left, const wchar_t *right) { return wcscmp(left, right); }

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t size) {
    size_t length = wcslen(from);
    if (size != 0) {
        size_t kept = length < size ? length : size - 1;
        check_wide_disjoint(to, kept + 1, from, length + 1);
        wmemmove(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

wchar_t *wcschrnul(const wchar_t *text, wchar_t value) {
    while (*text != value && *text != 0) text++;
    return (wchar_t *)text;
}

static size_t wide_span(const wchar_t *text, const wchar_t *set, _Bool inside) {
    size_t length = 0;
    while (text[length] != 0 && (*wcschrnul(set, text[length]) != 0) == inside) length++;
    return length;
}

size_t wcsspn(const wchar_t *text, const wchar_t *set) { return wide_span(text, set, 1); }
size_t wcscspn(const wchar_t *text, const wchar_t *set) { return wide_span(text, set, 0); }

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
    text += wcscspn(text, set);
    return *text != 0 ? (wchar_t *)text : NULL;
}

wchar_t *wcstok(wchar_t *text, const wchar_t *separators, wchar_t **rest) {
    if (text == NULL) text = *rest;
    text += wcsspn(text, separators);
    if (*text == 0) {
        *rest = text;
        return NULL;
    }
    wchar_t *end = text + wcscspn(text, separators);
    if (*end != 0) *end++ = 0;
    *rest = end;
    return text;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) { return wmemcpy(to, from, count) + count; }

wint_t btowc(int c) { return in_range(c, 0, 127) ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return c < 128 ? (int)c : EOF; }
int mbsinit(const mbstate_t *state) {
    (void)state;
    return 1;
}

size_t mbrtowc(wchar_t *to, const char *from, size_t size, mbstate_t *state) {
    (void)state;
    if (from == NULL) return 0;
    if (size == 0) return (size_t)-2;
    if ((byte)*from > 127) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    if (to != NULL) *to = *from;
    return *from != 0;
}

size_t wcrtomb(char *to, wchar_t from, mbstate_t *state) {
    (void)state;
    if (to == NULL) return 1;
    if ((unsigned)from > 127) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    *to = (char)from;
    return 1;
}

int mbtowc(wchar_t *to, const char *from, size_t size) {
    if (from == NULL) return 0;
    size_t result = mbrtowc(to, from, size, NULL);
    return result > 1 ? -1 : (int)result;
}
int mblen(const char *from, size_t size) { return mbtowc(NULL, from, size); }
size_t mbrlen(const char *from, size_t size, mbstate_t *state) { return mbrtowc(NULL, from, size, state); }
int wctomb(char *to, wchar_t from) { return to == NULL ? 0 : (int)wcrtomb(to, from, NULL); }

size_t mbstowcs(wchar_t *to, const char *from, size_t count) {
    size_t length = 0;
    for (; to == NULL || length < count; length++) {
        wchar_t c;
        size_t size = mbrtowc(&c, from + length, 1, NULL);
        if (size == (size_t)-1) return size;
        if (to != NULL) to[length] = c;
        if (size == 0) break;
    }
    size_t taken = length + (length < count); /* with the NUL, if that was reached */
    if (to != NULL) check_disjoint(to, taken * sizeof *to, from, taken);
    return length;
}

size_t wcstombs(char *to, const wchar_t *from, size_t count) {
    size_t length = 0;
    for (; to == NULL || length < count; length++) {
        char c;
        if (wcrtomb(&c, from[length], NULL) == (size_t)-1) return (size_t)-1;
        if (to != NULL) to[length] = c;
        if (c == 0) break;
    }
    size_t taken = length + (length < count);
    if (to != NULL) check_disjoint(to, taken, from, taken * sizeof *from);
    return length;
}

/* As mbstowcs(), but at most `limit` bytes; `*from` becomes NULL at the end, else where it went on. */
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t limit, size_t count, mbstate_t *state) {
    const char *at = *from;
    size_t length = 0;
    for (; (to == NULL || length < count) && length < limit; length++, at++) {
        wchar_t c;
        size_t size = mbrtowc(&c, at, 1, state);
        if (size == (size_t)-1) {
            if (to != NULL) *from = at;
            return size;
        }
        if (to != NULL) to[length] = c;
        if (size == 0) {
            if (to != NULL) {
                check_disjoint(to, (length + 1) * sizeof *to, *from, length + 1);
                *from = NULL;
            }
            return length;
        }
    }
    if (to != NULL) {
        check_disjoint(to, length * sizeof *to, *from, length);
        *from = at;
    }
    return length;
}

size_t mbsrtowcs(wchar_t *to, const char **from, size_t count, mbstate_t *state) {
    return mbsnrtowcs(to, from, SIZE_MAX, count, state);
}

size_t wcsnrtombs(char *to, const wchar_t **from, size_t limit, size_t count, mbstate_t *state) {
    const wchar_t *at = *from;
    size_t length = 0;
    for (; (to == NULL || length < count) && length < limit; length++, at++) {
        char c;
        if (wcrtomb(&c, *at, state) == (size_t)-1) {
            if (to != NULL) *from = at;
            return (size_t)-1;
        }
        if (to != NULL) to[length] = c;
        if (c == 0) {
            if (to != NULL) {
                check_disjoint(to, length + 1, *from, (length + 1) * sizeof **from);
                *from = NULL;
            }
            return length;
        }
    }
    if (to != NULL) {
        check_disjoint(to, length, *from, length * sizeof **from);
        *from = at;
    }
    return length;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t count, mbstate_t *state) {
    return wcsnrtombs(to, from, SIZE_MAX, count, state);
}

/* <uchar.h>: the characters of the C locale are one unit each in UTF-16 and UTF-32. */
size_t mbrtoc32(char32_t *to, const char *from, size_t size, mbstate_t *state) {
    wchar_t c;
    size_t result = mbrtowc(&c, from, size, state);
    if (from != NULL && result <= 1 && to != NULL) *to = (char32_t)c;
    return result;
}

size_t mbrtoc16(char16_t *to, const char *from, size_t size, mbstate_t *state) {
    wchar_t c;
    size_t result = mbrtowc(&c, from, size, state);
    if (from != NULL && result <= 1 && to != NULL) *to = (char16_t)c;
    return result;
}

size_t c32rtomb(char *to, char32_t from, mbstate_t *state) { return wcrtomb(to, (wchar_t)from, state); }
size_t c16rtomb(char *to, char16_t from, mbstate_t *state) { return wcrtomb(to, (wchar_t)from, state); }

int wcwidth(wchar_t c) { return c == 0 ? 0 : iswprint((wint_t)c) ? 1 : -1; }
int wcswidth(const wchar_t *text, size_t limit) {
    int width = 0;
    for (; limit != 0 && *text != 0; limit--, text++) {
        if (wcwidth(*text) < 0) return -1;
        width++;
    }
    return width;
}

int iswdigit(wint_t c) { return is_digit((int)c); }
int iswupper(wint_t c) { return is_upper((int)c); }
int iswlower(wint_t c) { return is_lower((int)c); }
int iswalpha(wint_t c) { return is_alpha((int)c); }
int iswalnum(wint_t c) { return is_alpha((int)c) | is_digit((int)c); }
int iswspace(wint_t c) { return is_space((int)c); }
int iswblank(wint_t c) { return (c == ' ') | (c == '\t'); }
int iswprint(wint_t c) { return in_range((int)c, ' ', '~'); }
int iswgraph(wint_t c) { return in_range((int)c, '!', '~'); }
int iswcntrl(wint_t c) { return in_range((int)c, 0, 31) | (c == 127); }
int iswpunct(wint_t c) { return iswgraph(c) & !iswalnum(c); }
int iswxdigit(wint_t c) { return is_digit((int)c) | in_range((int)c, 'A', 'F') | in_range((int)c, 'a', 'f'); }
wint_t towlower(wint_t c) { return (wint_t)to_lower((int)c); }
wint_t towupper(wint_t c) { return (wint_t)to_upper((int)c); }

static const struct {
    const char *name;
    int (*is_member)(wint_t);
} wide_classes[] = {
    {"alnum", iswalnum}, {"alpha", iswalpha}, {"blank", iswblank}, {"cntrl", iswcntrl},
    {"digit", iswdigit}, {"graph", iswgraph}, {"lower", iswlower}, {"print", iswprint},
    {"punct", iswpunct}, {"space", iswspace}, {"upper", iswupper}, {"xdigit", iswxdigit},
};

/* A class is its place in the table, from 1; 0 is none. */
wctype_t wctype(const char *name) {
    for (size_t i = 0; i < sizeof wide_classes / sizeof *wide_classes; i++) {
        if (strcmp(name, wide_classes[i].name) == 0) return i + 1;
    }
    return 0;
}

int iswctype(wint_t c, wctype_t class) {
    return class >= 1 && class <= sizeof wide_classes / sizeof *wide_classes && wide_classes[class - 1].is_member(c);
}

/* <wctype.h>: 1 is the mapping to lower, 2 that to upper case, 0 none. */
wctrans_t wctrans(const char *name) {
    return (wctrans_t)(uintptr_t)(strcmp(name, "tolower") == 0 ? 1 : strcmp(name, "toupper") == 0 ? 2 : 0);
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
    return (uintptr_t)mapping == 1 ? towlower(c) : (uintptr_t)mapping == 2 ? towupper(c) : c;
}
