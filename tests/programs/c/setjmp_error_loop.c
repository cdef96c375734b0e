// target: both
// expect: unsafe assertion
// input: bytes = 8324480
// A parser that gives up an element of its input by a jump into the loop that goes on with the next one.
#include <everypath.h>
#include <setjmp.h>
#include <stdlib.h>

enum error { NONE, TOO_SMALL, TOO_LARGE };

struct parser {
    jmp_buf recover;
    const unsigned char *next;
    unsigned errors[3];
};

static void refuse(struct parser *parser, enum error error) {
    longjmp(parser->recover, error);
}

static unsigned element(struct parser *parser) {
    unsigned char byte = *parser->next++;
    if (byte < 2) refuse(parser, TOO_SMALL);
    if (byte >= 0x80) refuse(parser, TOO_LARGE);
    return byte;
}

int main(void) {
    unsigned char bytes[4];
    everypath_make_symbolic(bytes, sizeof bytes, "bytes");
    struct parser *parser = calloc(1, sizeof *parser);
    if (!parser) return 1;
    parser->next = bytes;
    volatile unsigned sum = 0;
    while (parser->next < bytes + sizeof bytes) {
        enum error error = setjmp(parser->recover);
        if (error != NONE) {
            parser->errors[error]++;
            continue;
        }
        sum += element(parser);
    }
    unsigned errors = parser->errors[TOO_SMALL] + parser->errors[TOO_LARGE];
    everypath_assert(errors + sum / 2 >= 4 || sum < 4);
    if (errors == 2 && bytes[0] == 0x80 && bytes[1] == 5 && bytes[3] == 0)
        everypath_assert(sum != 132);
    free(parser);
    return 0;
}
