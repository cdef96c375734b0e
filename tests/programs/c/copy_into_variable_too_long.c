// target: both
// expect: unsafe invalid-store
// line: 8

int main(void) {
    int a;
    static const char bytes[16] = {0};
    __builtin_memcpy(&a, bytes, 8);
    return 0;
}
