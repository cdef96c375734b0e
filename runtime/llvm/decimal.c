/*
 * Floating-point numbers and their decimal digits, both ways exact: the digits that a number has, and the nearest
 * number of each format to a text (strtod).
 *
 * Both count in long integers. The binary fraction F / 2^n gives its decimal digits nine at a time when it is
 * multiplied by 10^9; an integer gives them when it is divided by 10^9. A text d * 10^-k becomes an integer
 * quotient of at least 97 bits, and one more bit that says whether something is left: that is enough to round.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define BILLION 1000000000u

#if HAS_EXTENDED
#define DIGITS_OF_NUMBER 11600   /* an extended number has at most 11514 */
#define WORDS_OF_NUMBER 520      /* bits above or below the point, in words */
#define MOST_DIGITS 11600        /* of a text; more decide nothing, but that there is something */
#define FARTHEST_EXPONENT 5000   /* of 10: beyond, numbers are infinite or nothing */
#define WORDS_OF_TEXT 3000       /* 11600 digits and 5000 more above the point, or their quotient by as many below */
#else
#define DIGITS_OF_NUMBER 1100 /* a double has at most 767 */
#define WORDS_OF_NUMBER 36
#define MOST_DIGITS 800
#define FARTHEST_EXPONENT 400
/* 1200 decimal digits (800, and 400 for a positive exponent) are 3990 bits; a negative exponent is at least -1200, for which the shift is
 * 4050 bits more than the digits: 6800 bits. */
#define WORDS_OF_TEXT 220
#endif

/* All decimal digits of a number: 0.d0 d1 d2 ... * 10^point. The first is not 0; zero has none. */
struct decimal {
    int count, point;
    char digits[DIGITS_OF_NUMBER]; /* values 0..9 */
};

static void strip_zeros(struct decimal *number) {
    while (number->count > 0 && number->digits[number->count - 1] == 0) number->count--;
}

/* Appends the nine digits of a limb, but for zeros in front of the first digit. */
static void append_limb(struct decimal *to, uint32_t limb) {
    uint32_t unit = BILLION / 10;
    for (int i = 0; i < 9; i++, unit /= 10) {
        char digit = (char)(limb / unit % 10);
        if (to->count > 0 || digit != 0) to->digits[to->count++] = digit;
    }
}

/* The digits of significand * 2^exponent. */
static void to_decimal(uint64_t significand, int exponent, struct decimal *to) {
    to->count = to->point = 0;
    if (significand == 0) return;

    /* The integer part, from its highest limb on. */
    uint32_t words[WORDS_OF_NUMBER], limbs[WORDS_OF_NUMBER * 15 / 14 + 2];
    int word_count = 0, limb_count = 0;
    if (exponent > -64) {
        int shift = exponent > 0 ? exponent % 32 : 0, first = exponent > 0 ? exponent / 32 : 0;
        for (int i = 0; i < first; i++) words[i] = 0;
        uint64_t whole = exponent < 0 ? significand >> -exponent : significand;
        words[first] = (uint32_t)(whole << shift);
        words[first + 1] = (uint32_t)(whole >> (32 - shift));
        words[first + 2] = shift == 0 ? 0 : (uint32_t)(whole >> 32 >> (32 - shift));
        word_count = first + 3;
    }
    while (word_count > 0 && words[word_count - 1] == 0) word_count--;
    while (word_count > 0) {
        uint64_t rest = 0;
        for (int i = word_count - 1; i >= 0; i--) {
            rest = rest << 32 | words[i];
            words[i] = (uint32_t)(rest / BILLION);
            rest %= BILLION;
        }
        limbs[limb_count++] = (uint32_t)rest;
        while (word_count > 0 && words[word_count - 1] == 0) word_count--;
    }
    for (int i = limb_count - 1; i >= 0; i--) append_limb(to, limbs[i]);
    to->point = to->count;
    if (exponent >= 0) {
        strip_zeros(to);
        return;
    }

    /* The fraction: bits of weight 2^-1 .. 2^exponent, in words of weight 2^-32, 2^-64, ... */
    uint32_t fraction[WORDS_OF_NUMBER];
    int fraction_count = (31 - exponent) / 32;
    for (int i = 0; i < fraction_count; i++) fraction[i] = 0;
    uint64_t part = exponent > -64 ? significand & (((uint64_t)1 << -exponent) - 1) : significand;
    int shift = fraction_count * 32 + exponent;
    fraction[fraction_count - 1] = (uint32_t)(part << shift);
    if (fraction_count > 1) fraction[fraction_count - 2] = (uint32_t)(part >> (32 - shift));
    if (fraction_count > 2 && shift != 0) {
        fraction[fraction_count - 3] = (uint32_t)(part >> 32 >> (32 - shift));
    }
    while (fraction_count > 0) {
        if (fraction[fraction_count - 1] == 0) {
            fraction_count--;
            continue;
        }
        uint64_t carry = 0;
        for (int i = fraction_count - 1; i >= 0; i--) {
            carry += (uint64_t)fraction[i] * BILLION;
            fraction[i] = (uint32_t)carry;
            carry >>= 32;
        }
        int before = to->count;
        append_limb(to, (uint32_t)carry);
        if (before == 0) to->point -= 9 - to->count;
    }
    strip_zeros(to);
}

/* Keeps the first `keep` digits (none, if it is negative), rounded to nearest, ties to even. */
static void round_decimal(struct decimal *number, int keep) {
    if (keep >= number->count) return;
    if (keep < 0) {
        number->count = number->point = 0;
        return;
    }
    char next = number->digits[keep];
    _Bool odd = keep > 0 && number->digits[keep - 1] % 2 != 0;
    _Bool up = next > 5 || (next == 5 && (keep + 1 < number->count || odd));
    number->count = keep;
    if (up) {
        while (number->count > 0 && number->digits[number->count - 1] == 9) number->count--;
        if (number->count > 0) {
            number->digits[number->count - 1]++;
        } else {
            number->digits[0] = 1;
            number->count = 1;
            number->point++;
        }
    }
    strip_zeros(number);
    if (number->count == 0) number->point = 0;
}

/* What distinguishes the formats: bits of the significand and the exponent of the least one. */
struct float_format {
    int precision, least_exponent, largest_exponent;
};
static const struct float_format single_format = {24, -149, 104};
static const struct float_format double_format = {53, -1074, 971};
#if HAS_EXTENDED
static const struct float_format extended_format = {64, -16445, 16320};
#endif

/* A number as integers: significand * 2^exponent, or infinite. */
struct binary {
    uint64_t significand;
    int exponent;
    _Bool infinite;
};

/* Rounds significand * 2^exponent to a format, with 64 bits more below the significand, and something below these if `more`.
 * ERANGE as strtod() says. */
static struct binary round_binary(
    uint64_t significand, uint64_t below, int exponent, _Bool more, const struct float_format *format) {
    struct binary result = {0, 0, 0};
    if (significand == 0) return result;
    int zeros = __builtin_clzll(significand);
    if (zeros > 0) {
        significand = significand << zeros | below >> (64 - zeros);
        below <<= zeros;
        exponent -= zeros;
    }
    int target = exponent + 64 - format->precision;
    if (target < format->least_exponent) target = format->least_exponent;
    int drop = target - exponent;
    uint64_t kept = drop >= 64 ? 0 : significand >> drop;
    uint64_t lost = drop == 0 ? below : drop > 64 ? 0 : drop == 64 ? significand : significand << (64 - drop);
    more |= (drop > 0 && below != 0) || drop > 64;
    uint64_t half = (uint64_t)1 << 63;
    _Bool inexact = lost != 0 || more;
    _Bool up = lost > half || (lost == half && (more || kept % 2 != 0));
    /* What carries is a power of two, with one digit too many. */
    if (up && kept == (uint64_t)-1 >> (64 - format->precision)) {
        kept = (uint64_t)1 << (format->precision - 1);
        target++;
    } else {
        kept += up;
    }
    result.significand = kept;
    result.exponent = target;
    result.infinite = target > format->largest_exponent;
    _Bool tiny = kept >> (format->precision - 1) == 0;
    if (result.infinite || (tiny && inexact)) errno = ERANGE;
    return result;
}

static double double_of(struct binary number, _Bool negative) {
    uint64_t bits = number.significand;
    if (number.infinite) {
        bits = (uint64_t)0x7ff << 52;
    } else if (bits >> 52 != 0) {
        bits = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)(number.exponent + 1075) << 52;
    }
    return double_of_bits(bits | (uint64_t)negative << 63);
}

static float float_of(struct binary number, _Bool negative) {
    uint32_t bits = (uint32_t)number.significand;
    if (number.infinite) {
        bits = (uint32_t)0xff << 23;
    } else if (bits >> 23 != 0) {
        bits = (bits & 0x7fffff) | (uint32_t)(number.exponent + 150) << 23;
    }
    return float_of_bits(bits | (uint32_t)negative << 31);
}

#if HAS_EXTENDED
static long double extended_of(struct binary number, _Bool negative) {
    unsigned head = number.significand >> 63 != 0 ? (unsigned)(number.exponent + 16446) : 0;
    if (number.infinite) return extended_of_bits(0x7fffu | (unsigned)negative << 15, (uint64_t)1 << 63);
    return extended_of_bits(head | (unsigned)negative << 15, number.significand);
}
#endif

/* A text as a number: sign, digits and exponent, as it is scanned character by character. */
struct float_text {
    enum { DECIMAL, HEXADECIMAL, INFINITE, NOT_A_NUMBER } kind;
    _Bool negative, any, more; /* any: a digit was there. more: digits beyond those kept */
    int count;                 /* digits kept, without zeros in front */
    long exponent;             /* decimal: of the digits as an integer; hexadecimal: of 2 */
    uint64_t small;            /* the value of the first 19 decimal digits */
    byte digits[MOST_DIGITS];
};

/* Takes one digit; `fraction` if it stands behind the point. */
static void add_float_digit(struct float_text *text, unsigned digit, _Bool fraction) {
    text->any = 1;
    _Bool hexadecimal = text->kind == HEXADECIMAL;
    int place = hexadecimal ? 4 : 1, room = hexadecimal ? 32 : MOST_DIGITS;
    if (fraction) text->exponent -= place;
    if (text->count == 0 && digit == 0) return;
    if (text->count == room) {
        text->more |= digit != 0;
        text->exponent += place;
        return;
    }
    if (!hexadecimal && text->count < 19) text->small = text->small * 10 + digit;
    text->digits[text->count++] = (byte)digit;
}

/* words * factor + carry; gives how many words there are then. */
static int multiply_words(uint32_t *words, int used, uint32_t factor, uint64_t carry) {
    for (int k = 0; k < used; k++) {
        carry += (uint64_t)words[k] * factor;
        words[k] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) words[used++] = (uint32_t)carry;
    return used;
}

/* The digits as an integer, times 2^shift, divided by 10^divide or multiplied by it. */
static struct binary decimal_to_binary(const struct float_text *text, const struct float_format *format) {
    long exponent = text->exponent;
    int count = text->count;
    while (count > 0 && text->digits[count - 1] == 0 && !text->more) {
        count--;
        exponent++;
    }
    if (count == 0) return (struct binary){0, 0, 0};
    if (count + exponent > FARTHEST_EXPONENT) return round_binary(1, 0, 40000, 0, format);
    if (count + exponent < -FARTHEST_EXPONENT) return round_binary(1, 0, -40000, 1, format);

    static uint32_t words[WORDS_OF_TEXT];
    int used = 0, shift = 0;
    for (int i = 0; i < count; i++) used = multiply_words(words, used, 10, text->digits[i]);
    while (exponent > 0) {
        uint32_t factor = 1;
        for (int k = 0; k < 9 && exponent > 0; k++, exponent--) factor *= 10;
        used = multiply_words(words, used, factor, 0);
    }
    _Bool more = text->more;
    if (exponent < 0) {
        int insert = (int)(-exponent * 10 / 3) / 32 + 4;
        for (int k = used - 1; k >= 0; k--) words[k + insert] = words[k];
        for (int k = 0; k < insert; k++) words[k] = 0;
        used += insert;
        shift = insert * 32;
        while (exponent < 0) {
            uint32_t divisor = 1;
            for (int k = 0; k < 9 && exponent < 0; k++, exponent++) divisor *= 10;
            uint64_t rest = 0;
            for (int k = used - 1; k >= 0; k--) {
                rest = rest << 32 | words[k];
                words[k] = (uint32_t)(rest / divisor);
                rest %= divisor;
            }
            more |= rest != 0;
            while (words[used - 1] == 0) used--;
        }
    }
    /* The highest 128 bits, and whether there are more. What normalising shifts in below them is nothing: there it is `more` that counts. */
    uint64_t highest[2] = {0, 0};
    for (int k = 0; k < 4; k++) highest[k / 2] = highest[k / 2] << 32 | (k < used ? words[used - 1 - k] : 0);
    for (int k = 0; k < used - 4; k++) more |= words[k] != 0;
    return round_binary(highest[0], highest[1], (used - 2) * 32 - shift, more, format);
}

static struct binary hexadecimal_to_binary(const struct float_text *text, const struct float_format *format) {
    uint64_t highest[2] = {0, 0};
    for (int k = 0; k < 32; k++) highest[k / 16] = highest[k / 16] << 4 | (k < text->count ? text->digits[k] : 0);
    long exponent = text->exponent;
    if (exponent > 40000) exponent = 40000;
    if (exponent < -40000) exponent = -40000;
    return round_binary(highest[0], highest[1], (int)exponent + 4 * (text->count - 16), text->more, format);
}

static struct binary text_to_binary(const struct float_text *text, const struct float_format *format) {
    return text->kind == HEXADECIMAL ? hexadecimal_to_binary(text, format) : decimal_to_binary(text, format);
}

static const double exact_powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double text_to_double(const struct float_text *text) {
    uint64_t sign = (uint64_t)text->negative << 63;
    if (text->kind == INFINITE) return double_of_bits((uint64_t)0x7ff << 52 | sign);
    if (text->kind == NOT_A_NUMBER) return double_of_bits((uint64_t)0xfff << 51 | sign);
    /* Both numbers are exact and the one operation rounds correctly. */
    if (text->kind == DECIMAL && text->count <= 15 && text->exponent >= -22 && text->exponent <= 22) {
        double value = (double)text->small;
        value = text->exponent < 0 ? value / exact_powers[-text->exponent]
                                   : value * exact_powers[text->exponent];
        return text->negative ? -value : value;
    }
    return double_of(text_to_binary(text, &double_format), text->negative);
}

static float text_to_float(const struct float_text *text) {
    uint32_t sign = (uint32_t)text->negative << 31;
    if (text->kind == INFINITE) return float_of_bits(0x7f800000 | sign);
    if (text->kind == NOT_A_NUMBER) return float_of_bits(0x7fc00000 | sign);
    return float_of(text_to_binary(text, &single_format), text->negative);
}

static long double text_to_long_double(const struct float_text *text) {
#if HAS_EXTENDED
    unsigned sign = (unsigned)text->negative << 15;
    if (text->kind == INFINITE) return extended_of_bits(0x7fff | sign, (uint64_t)1 << 63);
    if (text->kind == NOT_A_NUMBER) return extended_of_bits(0x7fff | sign, (uint64_t)3 << 62);
    return extended_of(text_to_binary(text, &extended_format), text->negative);
#else
    return text_to_double(text);
#endif
}

static _Bool same_word(const char *at, const char *word) {
    for (; *word != 0; at++, word++) {
        if (to_lower((byte)*at) != *word) return 0;
    }
    return 1;
}

/* Reads a number from a text; gives the place behind it, NULL if there is none. */
static const char *read_float(const char *at, struct float_text *text) {
    memset(text, 0, offsetof(struct float_text, digits));
    while (is_space((byte)*at)) at++;
    text->negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if (same_word(at, "inf")) {
        text->kind = INFINITE;
        return same_word(at, "infinity") ? at + 8 : at + 3;
    }
    if (same_word(at, "nan")) {
        text->kind = NOT_A_NUMBER;
        at += 3;
        if (*at == '(') {
            const char *end = at + 1;
            while (is_alpha((byte)*end) || is_digit((byte)*end) || *end == '_') end++;
            if (*end == ')') at = end + 1;
        }
        return at;
    }
    unsigned base = 10;
    if (at[0] == '0' && to_lower(at[1]) == 'x' &&
        (digit_value((byte)at[2]) < 16 || (at[2] == '.' && digit_value((byte)at[3]) < 16))) {
        text->kind = HEXADECIMAL;
        base = 16;
        at += 2;
    }
    _Bool fraction = 0;
    for (;; at++) {
        unsigned digit = digit_value((byte)*at);
        if (digit < base) {
            add_float_digit(text, digit, fraction);
        } else if (*at == '.' && !fraction) {
            fraction = 1;
        } else {
            break;
        }
    }
    if (!text->any) return NULL;
    if (to_lower((byte)*at) == (base == 10 ? 'e' : 'p')) {
        const char *exponent = at + 1;
        _Bool negative = *exponent == '-';
        if (*exponent == '-' || *exponent == '+') exponent++;
        if (is_digit((byte)*exponent)) {
            long value = 0;
            for (; is_digit((byte)*exponent); exponent++) {
                if (value < 100000) value = value * 10 + (*exponent - '0');
            }
            text->exponent += negative ? -value : value;
            at = exponent;
        }
    }
    return at;
}

double strtod(const char *text, char **stop) {
    struct float_text read;
    const char *end = read_float(text, &read);
    if (stop != NULL) *stop = (char *)(end == NULL ? text : end);
    return end == NULL ? 0 : text_to_double(&read);
}

float strtof(const char *text, char **stop) {
    struct float_text read;
    const char *end = read_float(text, &read);
    if (stop != NULL) *stop = (char *)(end == NULL ? text : end);
    return end == NULL ? 0 : text_to_float(&read);
}

long double strtold(const char *text, char **stop) {
    struct float_text read;
    const char *end = read_float(text, &read);
    if (stop != NULL) *stop = (char *)(end == NULL ? text : end);
    return end == NULL ? 0 : text_to_long_double(&read);
}
double atof(const char *text) { return strtod(text, NULL); }

double __strtod_internal(const char *text, char **stop, int group) {
    (void)group;
    return strtod(text, stop);
}
