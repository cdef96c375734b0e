// target: both
// expect: unsafe invalid-store
// line: 11

int main(void) {
    char outer[4] = "abc", *p;
    {
        char inner[4];
        p = inner;
    }
    __builtin_memcpy(p, outer, 4);
    return 0;
}
