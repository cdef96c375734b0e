/*
 * <wchar.h>, <wctype.h>: wide characters of the C locale, where a byte below 128 is a character and no other is.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { return wmemcpy(to, from, wcslen(from) + 1); }

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t limit) {
    size_t length = wcsnlen(from, limit);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, limit - length);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t limit) {
    wchar_t *end = to + wcslen(to);
    size_t length = wcsnlen(from, limit);
    wmemcpy(end, from, length);
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

wchar_t *wcsdup(const wchar_t *text) {
    size_t size = wcslen(text) + 1;
    wchar_t *copy = malloc(size * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, text, size);
}

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
    return length;
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
