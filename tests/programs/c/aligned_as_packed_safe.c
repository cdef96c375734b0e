// target: both
// flags: --check misaligned-access
// expect: safe
/* Accesses with less alignment than their types have, none of which is a cast: members of packed structs, bit-fields, structs in registers, types of
 * less alignment. */
struct three {
    int a, b, c;
};
struct __attribute__((packed)) packed {
    char first;
    int number;
    long numbers[2];
};
struct fields {
    char first;
    unsigned middle : 16;
    unsigned last : 8;
};
typedef int __attribute__((aligned(1))) loose;
struct with_loose {
    char first;
    loose numbers[2];
};
union either {
    char bytes[6];
    short number;
};
static struct packed packed_global[2];
static loose loose_global[3];

static int sum(struct three of) {
    return of.a + of.b + of.c;
}

static struct three all(int number) {
    struct three result = {number, number, number};
    return result;
}

int main(void) {
    struct three threes[3] = {{1, 2, 3}};
    struct packed packed = {0};
    struct fields fields[3] = {{0}};
    union either either[3] = {{{0}}};
    loose numbers[3] = {0};
    struct with_loose with_loose = {0};
    int result = sum(threes[1]);
    threes[1] = all(4);
    result += sum(threes[1]);
    packed.number = 3;
    packed.numbers[result & 1] = 4;
    fields[1].middle = 3;
    fields[1].last = 5;
    result += packed.number + fields[1].middle + fields[1].last;
    either[1].number = 3;
    packed_global[1].number = 3;
    loose_global[result & 1] = 4;
    numbers[1] = 3;
    with_loose.numbers[result & 1] = 3;
    result += either[1].number + packed_global[1].number + loose_global[1] + numbers[1] + with_loose.numbers[1];
    return result & 1;
}
