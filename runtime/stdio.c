/* Standard output, through the write request of the sym-iss protocol. Nothing is buffered. */
#include <stdio.h>
#include <string.h>

#include "everypath.h"

int putchar(int character) {
    unsigned char byte = (unsigned char)character;
    everypath_write(&byte, 1);
    return byte;
}

int puts(const char *text) {
    everypath_write(text, strlen(text));
    return putchar('\n') == EOF ? EOF : 0;
}
