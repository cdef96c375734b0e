/* Strings: numbers are printed into text, the text is split, and its parts are read again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char text[4096];
    unsigned long sum = 0;
    for (int round = 0; round < 60; round++) {
        size_t length = 0;
        for (int i = 0; i < 300; i++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%d,", i * round);
        }
        for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
            sum += strtoul(part, NULL, 10) + strlen(part);
        }
    }
    printf("%lu\n", sum);
    return 0;
}
