/*
 * <locale.h>: the C locale, and no other; that the system has none is an assumption.
 */
#include <limits.h>
#include <locale.h>
#include <string.h>

char *setlocale(int category, const char *locale) {
    if (category < LC_CTYPE || category > LC_IDENTIFICATION) return NULL;
    if (locale == NULL || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0) return (char *)"C";
    (void)__everypath_assumes("system");
    return *locale == 0 ? (char *)"C" : NULL;
}

struct lconv *localeconv(void) {
    static char none[] = "", point[] = ".";
    static struct lconv c = {
        .decimal_point = point,
        .thousands_sep = none,
        .grouping = none,
        .int_curr_symbol = none,
        .currency_symbol = none,
        .mon_decimal_point = none,
        .mon_thousands_sep = none,
        .mon_grouping = none,
        .positive_sign = none,
        .negative_sign = none,
        .int_frac_digits = CHAR_MAX,
        .frac_digits = CHAR_MAX,
        .p_cs_precedes = CHAR_MAX,
        .p_sep_by_space = CHAR_MAX,
        .n_cs_precedes = CHAR_MAX,
        .n_sep_by_space = CHAR_MAX,
        .p_sign_posn = CHAR_MAX,
        .n_sign_posn = CHAR_MAX,
        .int_p_cs_precedes = CHAR_MAX,
        .int_p_sep_by_space = CHAR_MAX,
        .int_n_cs_precedes = CHAR_MAX,
        .int_n_sep_by_space = CHAR_MAX,
        .int_p_sign_posn = CHAR_MAX,
        .int_n_sign_posn = CHAR_MAX,
    };
    return &c;
}
