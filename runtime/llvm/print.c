/*
 * <stdio.h>: formatted output.
 *
 * A number that is symbolic has symbolic digits, and their count would split the path. So where such an integer goes
 * to standard output or standard error, `<symbolic>` is written in its place; what printf() returns is still
 * the exact number of characters, as a term. Text in memory (sprintf) and in files is always exact, also where a file is what standard
 * output is now. A symbolic floating-point number is given up where it has to be exact; how many characters it takes lies between bounds.
 *
 * The arguments are compared with what the conversions take (arguments.h). wide_format.c has the same for wide formats.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "arguments.h"
#include "stream.h"

/* Where characters go: a stream, through a small buffer, or memory with room for `room` of them and a NUL. */
struct sink {
    FILE *file;
    char *to;
    wchar_t *wide_to; /* instead of `to` */
    size_t room;
    size_t count;     /* characters so far, also those for which there was no room */
    unsigned pending; /* in the buffer */
    _Bool failed;
    char buffer[64];
};

static void sink_flush(struct sink *sink) {
    if (sink->pending > 0 && stream_write(sink->file, sink->buffer, sink->pending) != 0) sink->failed = 1;
    sink->pending = 0;
}

/* Writes without counting. */
static void sink_put(struct sink *sink, char c) {
    if (sink->file != NULL) {
        if (sink->pending == sizeof sink->buffer) sink_flush(sink);
        sink->buffer[sink->pending++] = c;
    } else if (sink->count < sink->room) {
        if (sink->wide_to == NULL) {
            sink->to[sink->count] = c;
        } else if ((byte)c <= 127) {
            sink->wide_to[sink->count] = c;
        } else {
            errno = EILSEQ;
            sink->failed = 1;
        }
    }
}

static void emit(struct sink *sink, char c) {
    sink_put(sink, c);
    sink->count++;
}

/* A wide character. One above 127 goes only into memory of wide characters: it is none of the C locale. */
static void emit_wide(struct sink *sink, wchar_t c) {
    if ((unsigned)c <= 127) {
        emit(sink, (char)c);
    } else if (sink->wide_to != NULL) {
        if (sink->count < sink->room) sink->wide_to[sink->count] = c;
        sink->count++;
    } else {
        errno = EILSEQ;
        sink->failed = 1;
    }
}

static void emit_bytes(struct sink *sink, const char *from, size_t size) {
    for (size_t i = 0; i < size; i++) emit(sink, from[i]);
}

static void emit_padding(struct sink *sink, char c, long count) {
    for (; count > 0; count--) emit(sink, c);
}

/* What stands between % and the letter. */
struct conversion {
    _Bool left, plus, space, alternate, zero;
    _Bool wide;           /* `l`, of a character or text */
    _Bool longest;        /* `L`, of a floating-point number */
    int width, precision; /* precision -1: none given */
    int size;             /* of an integer argument, in bytes */
    char letter;
};

/* Sign or prefix, zeros, body, with blanks or zeros up to the width. */
static void emit_number(struct sink *sink, const struct conversion *as, const char *prefix,
                        long zeros, const char *body, size_t size, _Bool pad_with_zeros) {
    size_t prefix_size = strlen(prefix);
    long blanks = as->width - (long)prefix_size - zeros - (long)size;
    if (pad_with_zeros && !as->left && blanks > 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!as->left) emit_padding(sink, ' ', blanks);
    emit_bytes(sink, prefix, prefix_size);
    emit_padding(sink, '0', zeros);
    emit_bytes(sink, body, size);
    if (as->left) emit_padding(sink, ' ', blanks);
}

static unsigned base_of(char letter) {
    switch (letter) {
        case 'o': return 8;
        case 'x':
        case 'X':
        case 'p': return 16;
        case 'b':
        case 'B': return 2;
        default: return 10;
    }
}

/* How many characters an integer takes, without a branch. */
static size_t printed_size(const struct conversion *as, unsigned long long value, _Bool sign) {
    unsigned base = base_of(as->letter);
    size_t digits = 0;
    unsigned long long power = 1;
    for (;;) {
        digits += value >= power;
        if (power > ULLONG_MAX / base) break;
        power *= base;
    }
    size_t least = as->precision < 0 ? 1 : (size_t)as->precision;
    if (as->alternate && base == 8) {
        size_t one_more = digits + (value != 0);
        digits = one_more;
        least = least == 0 ? 1 : least;
    }
    digits = digits < least ? least : digits;
    if (as->alternate && (base == 16 || base == 2)) digits += 2 * (size_t)(value != 0);
    digits += sign;
    size_t width = as->width < 0 ? 0 : (size_t)as->width;
    return digits < width ? width : digits;
}

static void print_integer(struct sink *sink, const struct conversion *as, unsigned long long value,
                          const char *sign) {
    char digits[64];
    size_t size = 0;
    unsigned base = base_of(as->letter);
    const char *letters = as->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char prefix[3] = {0};
    if (*sign != 0) {
        prefix[0] = *sign;
    } else if (as->alternate && value != 0 && base != 8 && base != 10) {
        prefix[0] = '0';
        prefix[1] = as->letter == 'p' ? 'x' : as->letter;
    }
    for (; value != 0; value /= base) {
        unsigned digit = (unsigned)(value % base);
        /* Sums are easier to read back than elements of a table. */
        digits[sizeof digits - ++size] = base <= 10 ? (char)('0' + digit) : letters[digit];
    }
    long least = as->precision < 0 ? 1 : as->precision;
    long zeros = (long)size < least ? least - (long)size : 0;
    if (as->alternate && base == 8 && zeros == 0) zeros = 1;
    emit_number(sink, as, prefix, zeros, digits + sizeof digits - size, size,
                as->zero && as->precision < 0);
}

/* Whether what is written can be read again, so that it has to be exact: in memory, and in a file, which may be what descriptor 1 or 2
 * stands for since another one was closed. */
static _Bool is_kept(const struct sink *sink) {
    if (sink->file == NULL || as_stream(sink->file)->memory != NULL) return 1;
    return __everypath_stream_kind(sink->file->_fileno) == 1;
}

static void put_placeholder(struct sink *sink) {
    for (const char *at = "<symbolic>"; *at != 0; at++) sink_put(sink, *at);
}

static void convert_signed(struct sink *sink, const struct conversion *as, long long value) {
    if (is_symbolic((unsigned long long)value) && !is_kept(sink)) {
        unsigned long long sign = (unsigned long long)(value >> 63);
        unsigned long long magnitude = ((unsigned long long)value ^ sign) - sign;
        put_placeholder(sink);
        sink->count += printed_size(as, magnitude, (value < 0) | as->plus | as->space);
        return;
    }
    const char *sign = value < 0 ? "-" : as->plus ? "+" : as->space ? " " : "";
    print_integer(sink, as, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, sign);
}

static void convert_unsigned(struct sink *sink, const struct conversion *as, unsigned long long value) {
    if (is_symbolic(value) && !is_kept(sink)) {
        put_placeholder(sink);
        sink->count += printed_size(as, value, 0);
        return;
    }
    print_integer(sink, as, value, "");
}

static void convert_pointer(struct sink *sink, const struct conversion *as, const void *pointer) {
    if (pointer == NULL) {
        struct conversion text = *as;
        text.zero = 0;
        emit_number(sink, &text, "", 0, "(nil)", 5, 0);
        return;
    }
    struct conversion hexadecimal = *as;
    hexadecimal.alternate = 1;
    convert_unsigned(sink, &hexadecimal, (uintptr_t)pointer);
}

/* Requires that the next `count` characters do not go where the `size` bytes of a text are read, in memory (C17 7.21.6.5p2). */
static void check_apart(const struct sink *sink, size_t count, const void *text, size_t size) {
    if (sink->file != NULL || sink->count >= sink->room) return;
    size_t room = sink->room - sink->count, written = count < room ? count : room;
    if (sink->wide_to != NULL) check_disjoint(sink->wide_to + sink->count, written * sizeof *sink->wide_to, text, size);
    else check_disjoint(sink->to + sink->count, written, text, size);
}

/* How many characters of a text a conversion reads that prints `size` of them: with the NUL, unless the precision ends it. */
static size_t characters_read(const struct conversion *as, size_t size) {
    return size + (as->precision < 0 || size < (size_t)as->precision);
}

/* How many characters a conversion prints with what fills it up. */
static size_t filled(const struct conversion *as, size_t size) {
    return size < (size_t)as->width ? (size_t)as->width : size;
}

static void convert_text(struct sink *sink, const struct conversion *as, const char *text) {
    __everypath_check("null-argument", text != NULL);
    if (text == NULL) text = as->precision < 0 || as->precision >= 6 ? "(null)" : "";
    size_t size = as->precision < 0 ? strlen(text) : strnlen(text, (size_t)as->precision);
    check_apart(sink, filled(as, size), text, characters_read(as, size));
    emit_number(sink, as, "", 0, text, size, 0);
}

static void convert_wide_text(struct sink *sink, const struct conversion *as, const wchar_t *text) {
    __everypath_check("null-argument", text != NULL);
    if (text == NULL) text = L"(null)";
    size_t size = 0;
    while ((as->precision < 0 || size < (size_t)as->precision) && text[size] != 0) size++;
    check_apart(sink, filled(as, size), text, characters_read(as, size) * sizeof *text);
    if (!as->left) emit_padding(sink, ' ', as->width - (long)size);
    for (size_t i = 0; i < size; i++) emit_wide(sink, text[i]);
    if (as->left) emit_padding(sink, ' ', as->width - (long)size);
}

static char exponent_sign(int exponent) { return exponent < 0 ? '-' : '+'; }

/* A number as it is printed: its class, and significand * 2^exponent. */
struct printed_number {
    _Bool negative, infinite, nan;
    uint64_t significand;
    int exponent;
    int places; /* hexadecimal digits behind the first */
};

static struct printed_number parts_of_double(double value) {
    uint64_t bits = bits_of_double(value), fraction = bits & (((uint64_t)1 << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    _Bool special = exponent == 0x7ff;
    return (struct printed_number){
        .negative = bits >> 63 != 0,
        .infinite = special && fraction == 0,
        .nan = special && fraction != 0,
        .significand = exponent == 0 ? fraction : fraction | (uint64_t)1 << 52,
        .exponent = (exponent == 0 ? 1 : exponent) - 1075,
        .places = 13,
    };
}

#if HAS_EXTENDED
static struct printed_number parts_of_extended(long double value) {
    struct extended_bits bits = bits_of_extended(value);
    int exponent = bits.head & 0x7fff;
    _Bool special = exponent == 0x7fff, plain = bits.significand == (uint64_t)1 << 63;
    return (struct printed_number){
        .negative = bits.head >> 15 != 0,
        .infinite = special && plain,
        .nan = exponent != 0 && (bits.significand >> 63 == 0 || (special && !plain)),
        .significand = bits.significand,
        .exponent = (exponent == 0 ? 1 : exponent) - 16446,
        .places = 15,
    };
}
#endif

/* %a: the bits of the significand as hexadecimal digits. */
static void print_hexadecimal(struct sink *sink, const struct conversion *as, const struct printed_number *number,
                              const char *sign) {
    _Bool capital = as->letter == 'A';
    const char *letters = capital ? "0123456789ABCDEF" : "0123456789abcdef";
    int all = number->places, places = all;
    uint64_t whole = number->significand;
    int exponent = whole == 0 ? 0 : number->exponent + 4 * all;
    if (as->precision >= 0 && as->precision < all) {
        places = as->precision;
        int drop = (all - places) * 4;
        uint64_t half = (uint64_t)1 << (drop - 1), lost = whole & ((half << 1) - 1), kept = whole >> drop;
        kept += lost > half || (lost == half && kept % 2 != 0);
        if (kept >> 4 * places == 16) {
            kept >>= 4;
            exponent += 4;
        }
        whole = kept << drop;
    } else if (as->precision < 0) {
        while (places > 0 && (whole >> (4 * (all - places)) & 15) == 0) places--;
    }
    char prefix[4] = {0}, body[32];
    size_t size = 0;
    strcpy(prefix, sign);
    strcat(prefix, capital ? "0X" : "0x");
    body[size++] = letters[whole >> 4 * all & 15];
    long behind = as->precision < 0 ? places : as->precision;
    if (behind > 0 || as->alternate) body[size++] = '.';
    for (int i = 0; i < places; i++) body[size++] = letters[whole >> (4 * (all - 1 - i)) & 15];
    char tail[8];
    size_t tail_size = 0;
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    tail[tail_size++] = capital ? 'P' : 'p';
    tail[tail_size++] = exponent_sign(exponent);
    for (unsigned unit = magnitude >= 10000 ? 10000 : magnitude >= 1000 ? 1000 : magnitude >= 100 ? 100 : magnitude >= 10 ? 10 : 1; unit > 0;
         unit /= 10) {
        tail[tail_size++] = (char)('0' + magnitude / unit % 10);
    }
    long extra = behind - places;
    long blanks = as->width - (long)(strlen(prefix) + size + tail_size) - extra;
    if (!as->left && !as->zero) emit_padding(sink, ' ', blanks);
    emit_bytes(sink, prefix, strlen(prefix));
    if (!as->left && as->zero) emit_padding(sink, '0', blanks);
    emit_bytes(sink, body, size);
    emit_padding(sink, '0', extra);
    emit_bytes(sink, tail, tail_size);
    if (as->left) emit_padding(sink, ' ', blanks);
}

/* The digit at a place of weight 10^place. */
static char digit_at(const struct decimal *number, long place) {
    long index = number->point - 1 - place;
    return (char)('0' + (index >= 0 && index < number->count ? number->digits[index] : 0));
}

/* Digits of weight 10^first down to 10^0, a point, and `behind` digits, then an exponent if there is one. */
static void print_decimal(struct sink *sink, const struct conversion *as, const struct decimal *number,
                          const char *sign, long first, long behind, _Bool scientific) {
    long shift = scientific ? first : 0; /* the exponent */
    long front = scientific ? 0 : first;
    _Bool point = behind > 0 || as->alternate;
    char tail[8];
    size_t tail_size = 0;
    if (scientific) {
        unsigned magnitude = (unsigned)(shift < 0 ? -shift : shift);
        tail[tail_size++] = as->letter == 'E' || as->letter == 'G' ? 'E' : 'e';
        tail[tail_size++] = exponent_sign((int)shift);
        if (magnitude >= 1000) tail[tail_size++] = (char)('0' + magnitude / 1000);
        if (magnitude >= 100) tail[tail_size++] = (char)('0' + magnitude / 100 % 10);
        tail[tail_size++] = (char)('0' + magnitude / 10 % 10);
        tail[tail_size++] = (char)('0' + magnitude % 10);
    }
    long blanks = as->width - (long)(strlen(sign) + tail_size) - (front + 1) - point - behind;
    if (!as->left && !as->zero) emit_padding(sink, ' ', blanks);
    emit_bytes(sink, sign, strlen(sign));
    if (!as->left && as->zero) emit_padding(sink, '0', blanks);
    for (long place = front; place >= 0; place--) emit(sink, digit_at(number, place + shift));
    if (point) emit(sink, '.');
    for (long place = -1; place >= -behind; place--) emit(sink, digit_at(number, place + shift));
    emit_bytes(sink, tail, tail_size);
    if (as->left) emit_padding(sink, ' ', blanks);
}

static void print_real(struct sink *sink, const struct conversion *as, const struct printed_number *value) {
    const char *sign = value->negative ? "-" : as->plus ? "+" : as->space ? " " : "";
    _Bool capital = is_upper(as->letter);
    if (value->nan || value->infinite) {
        const char *text = value->nan ? (capital ? "NAN" : "nan") : capital ? "INF" : "inf";
        emit_number(sink, as, sign, 0, text, 3, 0);
        return;
    }
    if (to_lower(as->letter) == 'a') {
        print_hexadecimal(sink, as, value, sign);
        return;
    }
    struct decimal number;
    to_decimal(value->significand, value->exponent, &number);
    int precision = as->precision < 0 ? 6 : as->precision;
    _Bool zero = number.count == 0;
    switch (to_lower(as->letter)) {
        case 'f': {
            if (precision < INT_MAX - FARTHEST_EXPONENT) round_decimal(&number, number.point + precision);
            print_decimal(sink, as, &number, sign, number.point > 1 ? number.point - 1 : 0, precision, 0);
            return;
        }
        case 'e': {
            if (precision < INT_MAX) round_decimal(&number, precision + 1);
            print_decimal(sink, as, &number, sign, zero ? 0 : number.point - 1, precision, 1);
            return;
        }
        default: {
            if (precision == 0) precision = 1;
            round_decimal(&number, precision);
            long first = zero ? 0 : number.point - 1;
            _Bool scientific = first < -4 || first >= precision;
            long behind = scientific ? precision - 1 : precision - 1 - first;
            if (!as->alternate) {
                long last = number.count - (scientific ? 1 : number.point);
                if (last < 0) last = 0;
                behind = behind < last ? behind : last;
            }
            print_decimal(sink, as, &number, sign, scientific || first > 0 ? first : 0, behind, scientific);
        }
    }
}

/* What is known of a symbolic number without a branch: it is below 2^(exponent + 1) and, where the exponent is not negative, not below
 * 2^exponent, unless it is `special`, an infinity or no number. */
struct unknown_real {
    _Bool negative, special;
    int exponent;
};

static struct unknown_real unknown_double(uint64_t bits) {
    int exponent = (int)(bits >> 52 & 0x7ff);
    return (struct unknown_real){.negative = bits >> 63 != 0, .special = exponent == 0x7ff, .exponent = exponent - 1023};
}

#if HAS_EXTENDED
static struct unknown_real unknown_extended(struct extended_bits bits) {
    int exponent = bits.head & 0x7fff;
    return (struct unknown_real){
        .negative = bits.head >> 15 != 0,
        .special = (exponent == 0x7fff) | ((exponent != 0) & (bits.significand >> 63 == 0)), /* as in parts_of_extended() */
        .exponent = exponent - 16383,
    };
}
#endif

/* The fewest and the most characters. */
struct extent {
    size_t least, most;
};

#define TEXT_SIZE(literal) (sizeof(literal) - 1)

/* The digits of 2^exponent, 1 for negative exponents. The factor is 2^32 times the logarithm of 2 to base 10; up to 2^16384 no other
 * digit decides. */
static size_t digits_of_power(int exponent) {
    uint64_t positive = (uint64_t)(exponent & ~(exponent >> 31));
    return 1 + (size_t)(positive * 1292913986 >> 32);
}

/* How many characters a finite number takes without sign and width. No number below a power of two is rounded to one that has more digits in
 * front of the point than that power. Of an exponent it is only known how many digits those of the format have. */
static struct extent extent_of_real(const struct conversion *as, int exponent) {
    _Bool extended = HAS_EXTENDED && as->longest;
    size_t precision = as->precision < 0 ? 6 : (size_t)as->precision;
    size_t behind = precision + (precision > 0 || as->alternate); /* with the point */
    switch (to_lower(as->letter)) {
        case 'f': return (struct extent){digits_of_power(exponent) + behind, digits_of_power(exponent + 1) + behind};
        case 'e': return (struct extent){TEXT_SIZE("1e+00") + behind, TEXT_SIZE("1e+000") + extended + behind};
        case 'g': {
            size_t digits = precision == 0 ? 1 : precision;
            return (struct extent){as->alternate ? digits + 1 : 1, digits + TEXT_SIZE(".e+000") + extended};
        }
        default: {
            size_t most = as->precision < 0 ? 1 + (extended ? 15 : 13) : behind, least = as->precision < 0 ? as->alternate : behind;
            return (struct extent){TEXT_SIZE("0x1p+0") + least, TEXT_SIZE("0x1p+0000") + extended + most};
        }
    }
}

/* What depends on the count is what the program does with a symbolic number. */
static void convert_unknown_real(struct sink *sink, const struct conversion *as, struct unknown_real number) {
    if (is_kept(sink)) __everypath_unsupported("formatting a symbolic floating-point number into memory or a file");
    put_placeholder(sink);
    struct extent finite = extent_of_real(as, number.exponent);
    size_t sign = number.negative | as->plus | as->space, width = (size_t)as->width;
    size_t special = 0 - (size_t)number.special, word = special & TEXT_SIZE("inf");
    size_t least = sign + (word | (finite.least & ~special)), most = sign + (word | (finite.most & ~special));
    unsigned size;
    __everypath_make_symbolic(&size, sizeof size, "printed_size");
    __everypath_assume((size >= width) & (size >= least) & ((size == width) | (size <= most)));
    sink->count += size;
}

static void convert_real(struct sink *sink, const struct conversion *as, struct arguments *from) {
    struct printed_number number;
#if HAS_EXTENDED
    if (as->longest) {
        long double value = next_long_double(from);
        struct extended_bits bits = bits_of_extended(value);
        if (is_symbolic(bits.significand) || is_symbolic(bits.head)) {
            convert_unknown_real(sink, as, unknown_extended(bits));
            return;
        }
        number = parts_of_extended(value);
        print_real(sink, as, &number);
        return;
    }
#endif
    double value = next_double(from);
    if (is_symbolic(bits_of_double(value))) {
        convert_unknown_real(sink, as, unknown_double(bits_of_double(value)));
        return;
    }
    number = parts_of_double(value);
    print_real(sink, as, &number);
}

/* A number of the format, -1 if it is larger than any size; gives the place behind it. */
static const char *read_number(const char *format, int *number) {
    int read = 0;
    for (; is_digit(*format); format++) {
        if (read > (INT_MAX - 9) / 10) {
            errno = EOVERFLOW;
            read = -1;
            break;
        }
        read = read * 10 + (*format - '0');
    }
    *number = read;
    return format;
}

/* What stands between % and the letter; gives the place of the letter, or NULL with errno. */
static const char *read_conversion(const char *format, struct arguments *from, struct conversion *as) {
    *as = (struct conversion){.precision = -1, .size = sizeof(int)};
    for (;; format++) {
        char flag = *format;
        if (flag == '-') as->left = 1;
        else if (flag == '+') as->plus = 1;
        else if (flag == ' ') as->space = 1;
        else if (flag == '#') as->alternate = 1;
        else if (flag == '0') as->zero = 1;
        else if (flag != '\'' && flag != 'I') break; /* the C locale groups nothing and has one form of digits */
    }
    if (*format == '*') {
        as->width = next_int(from);
        format++;
        if (as->width < 0) {
            as->left = 1;
            as->width = as->width == INT_MIN ? INT_MAX : -as->width;
        }
    } else {
        format = read_number(format, &as->width);
        if (as->width < 0) return NULL;
        if (*format == '$') __everypath_unsupported("printf with numbered arguments");
    }
    if (*format == '.') {
        format++;
        if (*format == '*') {
            as->precision = next_int(from);
            if (as->precision < 0) as->precision = -1;
            format++;
        } else {
            format = read_number(format, &as->precision);
            if (as->precision < 0) return NULL;
        }
    }
    for (;; format++) {
        char letter = *format;
        if (letter == 'h') {
            as->size = as->size == sizeof(short) ? 1 : sizeof(short);
        } else if (letter == 'l') {
            as->size = as->wide ? sizeof(long long) : sizeof(long);
            as->wide = 1;
        } else if (letter == 'L' || letter == 'q' || letter == 'j') {
            as->size = sizeof(long long);
            as->longest = letter == 'L';
        } else if (letter == 'z' || letter == 'Z' || letter == 't') {
            as->size = sizeof(size_t);
        } else {
            as->letter = letter;
            return format;
        }
    }
}

static void store_count(const struct sink *sink, int size, void *to) {
    switch (size) {
        case 1: *(signed char *)to = (signed char)sink->count; break;
        case sizeof(short): *(short *)to = (short)sink->count; break;
        case sizeof(int): *(int *)to = (int)sink->count; break;
        default: *(long long *)to = (long long)sink->count;
    }
}

/* Prints what a conversion, which begins at %, makes of the next arguments; gives the place behind it, or NULL with errno. */
static const char *print_directive(struct sink *sink, const char *start, struct arguments *from) {
    struct conversion as;
    const char *format = read_conversion(start + 1, from, &as);
    if (format == NULL) return NULL;
    switch (as.letter) {
        case 'd':
        case 'i': {
            unsigned unused = 64 - 8 * (unsigned)as.size;
            convert_signed(sink, &as, (long long)(next_integer(from, as.size) << unused) >> unused);
            break;
        }
        case 'b': /* of C23, as in glibc, and so is B */
        case 'B':
        case 'o':
        case 'u':
        case 'x':
        case 'X': {
            unsigned unused = 64 - 8 * (unsigned)as.size;
            as.plus = as.space = 0;
            convert_unsigned(sink, &as, next_integer(from, as.size) << unused >> unused);
            break;
        }
        case 'C':
        case 'c': {
            int c = next_int(from);
            if (!as.left) emit_padding(sink, ' ', as.width - 1);
            if (as.wide || as.letter == 'C') emit_wide(sink, c);
            else emit(sink, (char)c);
            if (as.left) emit_padding(sink, ' ', as.width - 1);
            break;
        }
        case 's':
            if (!as.wide) {
                convert_text(sink, &as, next_pointer(from));
                break;
            }
            /* fall through */
        case 'S': convert_wide_text(sink, &as, next_pointer(from)); break;
        case 'p':
            (void)__everypath_assumes("addresses");
            convert_pointer(sink, &as, next_pointer(from));
            break;
        case 'm': convert_text(sink, &as, strerror(errno)); break;
        case 'n': store_count(sink, as.size, next_pointer(from)); break;
        case 'a':
        case 'A':
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G': convert_real(sink, &as, from); break;
        case '%':
            expect_conversion(format == start + 1);
            emit(sink, '%');
            break;
        case 0:
            expect_conversion(0);
            errno = EINVAL;
            return NULL;
        default: /* as it stands, like glibc */
            expect_conversion(0);
            emit_bytes(sink, start, (size_t)(format - start) + 1);
    }
    return format + 1;
}

/* The result of a function that printed: the number of characters, or -1. */
static int printed(struct sink *sink) {
    if (sink->file != NULL) sink_flush(sink);
    if (sink->failed) return -1;
    if (sink->count <= INT_MAX) return (int)sink->count;
    errno = EOVERFLOW;
    return -1;
}

static int print(struct sink *sink, const char *format, va_list arguments) {
    struct arguments from;
    va_copy(from.list, arguments);
    while (*format != 0) {
        if (*format != '%') {
            emit(sink, *format++);
            continue;
        }
        format = print_directive(sink, format, &from);
        if (format == NULL) {
            sink->failed = 1;
            break;
        }
    }
    va_copy(arguments, from.list); /* where a va_list is shared with the caller, it has moved on there too */
    va_end(from.list);
    return printed(sink);
}

int vfprintf(FILE *file, const char *format, va_list arguments) {
    if (is_wide(file)) return -1; /* here already, since in a sink no file stands for memory */
    struct sink sink = {.file = file};
    return print(&sink, format, arguments);
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
    struct sink sink = {.to = to, .room = size == 0 ? 0 : size - 1};
    int count = print(&sink, format, arguments);
    if (size > 0) to[sink.count < sink.room ? sink.count : sink.room] = 0;
    return count;
}

int vasprintf(char **result, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int count = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (count < 0) return -1;
    char *to = malloc((size_t)count + 1);
    if (to == NULL) return -1;
    *result = to;
    return vsnprintf(to, (size_t)count + 1, format, arguments);
}

int vdprintf(int descriptor, const char *format, va_list arguments) {
    struct stream stream = {.head = {._fileno = descriptor}, .writable = 1};
    return vfprintf(&stream.head, format, arguments);
}

int vprintf(const char *format, va_list arguments) { return vfprintf(stdout, format, arguments); }
int vsprintf(char *to, const char *format, va_list arguments) {
    return vsnprintf(to, SIZE_MAX, format, arguments);
}

/* The form with `...` of a function with a va_list. */
#define VARIADIC(name, last, parameters, call) \
    int name parameters {                      \
        va_list arguments;                     \
        va_start(arguments, last);             \
        int given_back = call;                 \
        va_end(arguments);                     \
        return given_back;                     \
    }

VARIADIC(printf, format, (const char *format, ...), vfprintf(stdout, format, arguments))
VARIADIC(fprintf, format, (FILE * file, const char *format, ...), vfprintf(file, format, arguments))
VARIADIC(sprintf, format, (char *to, const char *format, ...), vsprintf(to, format, arguments))
VARIADIC(snprintf, format, (char *to, size_t size, const char *format, ...),
         vsnprintf(to, size, format, arguments))
VARIADIC(asprintf, format, (char **result, const char *format, ...),
         vasprintf(result, format, arguments))
VARIADIC(dprintf, format, (int descriptor, const char *format, ...),
         vdprintf(descriptor, format, arguments))
