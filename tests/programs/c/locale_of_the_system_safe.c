// target: lp64
// expect: safe
// assumed: system

/* A system may have other locales, in which texts have another order: that it has none is said. */
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
    assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && strcmp(setlocale(LC_ALL, "C"), "C") == 0);
    assert(setlocale(LC_COLLATE, "cs_CZ.UTF-8") == NULL);
    assert(strcoll("hrnec", "chrt") > 0);
    return 0;
}
