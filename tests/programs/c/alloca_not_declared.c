// target: both
// expect: unsafe invalid-store
// line: 10
// replay: no, this compiler wants a declaration

/* As compilers of old took it: without a declaration, and for what their own header declares. */
int main(void) {
    int count = 4;
    int *numbers = alloca(count * sizeof(int));
    numbers[count] = 1;
    return numbers[count];
}
