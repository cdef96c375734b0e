/*
 * <ctype.h> in the C locale: the functions, without a branch, and the tables that glibc's macros look into.
 *
 * An argument outside -128..255 is undefined; the functions check it as the bounds of the table, which a macro
 * would access.
 */
#include <ctype.h>

#define CLASS_OF(c)                                                                          \
    (unsigned short)(((c) >= 'A' && (c) <= 'Z' ? _ISupper | _ISalpha | _ISalnum : 0) |       \
                     ((c) >= 'a' && (c) <= 'z' ? _ISlower | _ISalpha | _ISalnum : 0) |       \
                     ((c) >= '0' && (c) <= '9' ? _ISdigit | _ISxdigit | _ISalnum : 0) |      \
                     (((c) >= 'A' && (c) <= 'F') || ((c) >= 'a' && (c) <= 'f') ? _ISxdigit : 0) | \
                     (((c) >= '\t' && (c) <= '\r') || (c) == ' ' ? _ISspace : 0) |           \
                     ((c) == '\t' || (c) == ' ' ? _ISblank : 0) |                            \
                     ((c) >= ' ' && (c) <= '~' ? _ISprint : 0) |                             \
                     ((c) > ' ' && (c) <= '~' ? _ISgraph : 0) |                              \
                     ((c) < ' ' || (c) == 127 ? _IScntrl : 0) |                              \
                     (((c) > ' ' && (c) < '0') || ((c) > '9' && (c) < 'A') ||                \
                              ((c) > 'Z' && (c) < 'a') || ((c) > 'z' && (c) <= '~')          \
                          ? _ISpunct                                                         \
                          : 0))
#define LOWER_OF(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define UPPER_OF(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 32 : (c))
#define SAME(c) (c)
#define NEGATIVE(c) ((c) == 255 ? -1 : (c))
#define EIGHT(f, c) f((c)), f((c) + 1), f((c) + 2), f((c) + 3), f((c) + 4), f((c) + 5), f((c) + 6), f((c) + 7)
#define TABLE_32(f, c) EIGHT(f, c), EIGHT(f, (c) + 8), EIGHT(f, (c) + 16), EIGHT(f, (c) + 24)
#define TABLE_128(f, c) TABLE_32(f, c), TABLE_32(f, (c) + 32), TABLE_32(f, (c) + 64), TABLE_32(f, (c) + 96)

/* Index 128 is the character 0; below it are the negative values of `char`, and EOF. */
static const unsigned short classes[384] = {[128] = TABLE_128(CLASS_OF, 0)};
static const int lower_cases[384] = {
    TABLE_128(NEGATIVE, 128), TABLE_128(LOWER_OF, 0), TABLE_128(SAME, 128)};
static const int upper_cases[384] = {
    TABLE_128(NEGATIVE, 128), TABLE_128(UPPER_OF, 0), TABLE_128(SAME, 128)};

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = classes + 128;
    return &table;
}

const int **__ctype_tolower_loc(void) {
    static const int *table = lower_cases + 128;
    return &table;
}

const int **__ctype_toupper_loc(void) {
    static const int *table = upper_cases + 128;
    return &table;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

#define CLASS_FUNCTION(name, condition)                                               \
    int(name)(int c) {                                                                \
        __everypath_check("array-bounds", (unsigned)c + 128u < 384u);                 \
        return (condition);                                                           \
    }

CLASS_FUNCTION(isdigit, is_digit(c))
CLASS_FUNCTION(isupper, is_upper(c))
CLASS_FUNCTION(islower, is_lower(c))
CLASS_FUNCTION(isalpha, is_alpha(c))
CLASS_FUNCTION(isalnum, is_alpha(c) | is_digit(c))
CLASS_FUNCTION(isxdigit, is_digit(c) | in_range(c, 'A', 'F') | in_range(c, 'a', 'f'))
CLASS_FUNCTION(isspace, is_space(c))
CLASS_FUNCTION(isblank, (c == ' ') | (c == '\t'))
CLASS_FUNCTION(isprint, in_range(c, ' ', '~'))
CLASS_FUNCTION(isgraph, in_range(c, '!', '~'))
CLASS_FUNCTION(iscntrl, in_range(c, 0, 31) | (c == 127))
CLASS_FUNCTION(ispunct, in_range(c, '!', '~') & !(is_alpha(c) | is_digit(c)))

/* A negative `char` other than EOF is taken as the character that it is, as in glibc's table. */
static int as_character(int c) { return c + (in_range(c, -128, -2) << 8); }
int(tolower)(int c) { return to_lower(as_character(c)); }
int(toupper)(int c) { return to_upper(as_character(c)); }
int(isascii)(int c) { return in_range(c, 0, 127); }
int(toascii)(int c) { return c & 127; }
