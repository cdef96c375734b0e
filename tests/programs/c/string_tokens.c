// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char line[] = "one two;three";
    if (everypath_bool("upper")) line[0] = 'O';
    char *first = strtok(line, " ;"), *second = strtok(NULL, " ;"), *third = strtok(NULL, " ;");
    everypath_assert(strcmp(first + 1, "ne") == 0 && strcmp(second, "two") == 0 && strcmp(third, "three") == 0);
    everypath_assert(strtok(NULL, " ;") == NULL);
    return 0;
}
