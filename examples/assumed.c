/* A program whose verdict rests on the world around it: memory that does not run out, and no environment variables. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *count = malloc(sizeof *count);
    *count = 0;

    if (getenv("VERBOSE") != NULL) (*count)++;

    assert(*count == 0);
    free(count);
    return 0;
}
