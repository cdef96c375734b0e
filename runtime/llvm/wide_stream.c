/*
 * <wchar.h>: wide characters through streams. In the C locale each is a byte below 128 there; any other is an error (EILSEQ).
 * Streams of bytes they leave alone, as stream.c does those of wide characters.
 */
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

#include "stream.h"

int fwide(FILE *file, int wanted) {
    struct stream *stream = as_stream(file);
    if (stream->orientation == 0) stream->orientation = (wanted > 0) - (wanted < 0);
    return stream->orientation;
}

static _Bool is_of_bytes(FILE *file) { return fwide(file, 1) < 0; }

wint_t fgetwc(FILE *file) {
    if (is_of_bytes(file)) return WEOF;
    int c = fgetc(file);
    if (c == EOF) return WEOF;
    if (c <= 127) return (wint_t)c;
    stream_fails(file, EILSEQ);
    return WEOF;
}

wint_t fputwc(wchar_t c, FILE *file) {
    if (is_of_bytes(file)) return WEOF;
    if ((unsigned)c > 127) {
        stream_fails(file, EILSEQ);
        return WEOF;
    }
    return fputc(c, file) == EOF ? WEOF : (wint_t)c;
}

wint_t ungetwc(wint_t c, FILE *file) {
    return is_of_bytes(file) || c > 127 || ungetc((int)c, file) == EOF ? WEOF : c;
}

wint_t getwc(FILE *file) { return fgetwc(file); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t putwc(wchar_t c, FILE *file) { return fputwc(c, file); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
wint_t fgetwc_unlocked(FILE *file) { return fgetwc(file); }
wint_t getwc_unlocked(FILE *file) { return fgetwc(file); }
wint_t getwchar_unlocked(void) { return fgetwc(stdin); }
wint_t fputwc_unlocked(wchar_t c, FILE *file) { return fputwc(c, file); }
wint_t putwc_unlocked(wchar_t c, FILE *file) { return fputwc(c, file); }
wint_t putwchar_unlocked(wchar_t c) { return fputwc(c, stdout); }

wchar_t *fgetws(wchar_t *to, int size, FILE *file) {
    if (size <= 0 || is_of_bytes(file)) return NULL;
    int length = 0;
    while (length < size - 1) {
        wint_t c = fgetwc(file);
        if (c == WEOF) {
            if (length == 0 || (file->_flags & _IO_EOF_SEEN) == 0) return NULL;
            break;
        }
        to[length++] = (wchar_t)c;
        if (c == '\n') break;
    }
    to[length] = 0;
    return to;
}

wchar_t *fgetws_unlocked(wchar_t *to, int size, FILE *file) { return fgetws(to, size, file); }

int fputws(const wchar_t *text, FILE *file) {
    if (is_of_bytes(file)) return -1;
    for (; *text != 0; text++) {
        if (fputwc(*text, file) == WEOF) return -1;
    }
    return 1;
}

int fputws_unlocked(const wchar_t *text, FILE *file) { return fputws(text, file); }

FILE *open_wmemstream(wchar_t **text, size_t *size) {
    (void)text, (void)size;
    __everypath_unsupported("open_wmemstream");
}
