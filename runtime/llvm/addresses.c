/*
 * Addresses that are compared as numbers.
 *
 * The machine gives every object an address of its own, far from every other, so that a pointer to one that is no more, or a
 * pointer past the end of one, leads nowhere. In the world, an object may have any address that is aligned as it must be, and may
 * stand where an earlier one stood. A program that looks at addresses as numbers can see it, so there they are inputs.
 */
#define MOST_NUMBERS 64
#define MOST_PLACES 16

/* The numbers that addresses of objects were given: the object that begins at `start` begins at `number` for who looks at it. */
static struct {
    size_t start, size, number;
} numbers[MOST_NUMBERS];
static int number_count;

/* The number of an object that is there: a multiple of what its address is a multiple of, apart from all other objects. */
static size_t new_number(size_t start) {
    if (number_count == MOST_NUMBERS) __everypath_unsupported("more than 64 objects whose addresses are looked at");
    size_t size = __everypath_object_size(start), number;
    if (size == 0) size = 1;
    __everypath_make_symbolic(&number, sizeof number, "address");
    /* A run whose inputs are not open, and that is not given this one, has 0 for it: then it is the machine's. */
    if (!__everypath_is_symbolic(number) && number == 0) number = start;
    __everypath_assume(((number & ((start & -start) - 1)) == 0) & (number != 0) & (number <= SIZE_MAX - size));
    for (int i = 0; i < number_count; i++) {
        if (__everypath_object_size(numbers[i].start) == 0) continue;
        _Bool before = number + size <= numbers[i].number, behind = numbers[i].number + numbers[i].size <= number;
        __everypath_assume(before | behind);
    }
    numbers[number_count].start = start;
    numbers[number_count].size = size;
    numbers[number_count].number = number;
    number_count++;
    return number;
}

/* What an address is as a number. For an object that is no more it is what it was; if nobody looked then, it is the machine's. Where the
 * run leaves the addresses of blocks open, they have no start and are numbers already. */
size_t __everypath_address_number(size_t address) {
    if (address == 0) return 0;
    size_t start = __everypath_object_start(address);
    if (start == 0 && __everypath_is_symbolic(address)) return address;
    address = __everypath_constant_of(address);
    for (int i = 0; i < number_count; i++) {
        size_t at = address - numbers[i].start;
        if (start == 0 ? at <= numbers[i].size : start == numbers[i].start) return numbers[i].number + at;
    }
    if (start != 0) return new_number(start) + (address - start);
    (void)__everypath_assumes("addresses");
    return address;
}

#if __SIZEOF_SIZE_T__ == 8
/* Whether an object that begins at a later address may stand where an earlier one had this address, which is aligned as it must be: the
 * variables of functions begin at 2^58, the heap behind them, as crates/llvm/src/image.rs says. */
static _Bool may_have_been_object(size_t earlier, size_t later) {
    return earlier >= (size_t)1 << 58 && earlier < later && (later - earlier) % (later & -later) == 0;
}
#else
/* Where addresses are short nothing tells them from other numbers; then it stays an assumption, which is named. */
static _Bool may_have_been_object(size_t earlier, size_t later) {
    (void)earlier;
    (void)later;
    (void)__everypath_assumes("addresses");
    return 0;
}
#endif

/* Whether an access needs no more alignment than its address has. Objects stand no better aligned than declared, but what is inside may be
 * aligned by luck: it is aligned wherever the object is only if the object is. */
size_t __everypath_is_aligned(size_t address, size_t mask) {
    if (!__everypath_is_symbolic(address)) address |= __everypath_object_start(address);
    return (address & mask) == 0;
}

#if __SIZEOF_SIZE_T__ == 8
/* Whether a number is no address that the machine gave: it lies in no object and not behind one, and where no object has been. */
static _Bool is_foreign(size_t number) {
    return number < (size_t)1 << 58 && __everypath_object_start(number) == 0;
}
/* Whether it may be the address of an object, one that is no more included. */
static _Bool may_be_of_object(size_t number) {
    return !is_foreign(number);
}
#else
static _Bool is_foreign(size_t number) {
    return __everypath_object_start(number) == 0;
}
/* Where addresses are short nothing tells those of objects that are no more from other numbers. */
static _Bool may_be_of_object(size_t number) {
    return number != 0;
}
#endif

/* Whether a number is made of what the world gave, and not chosen among addresses. */
static _Bool is_from_the_world(size_t number) {
    return __everypath_is_symbolic(number) && !__everypath_may_be_address(number);
}

/* Names that addresses are assumed where one of two pointers is a number that inputs are in, and the other one may be to an object. */
static void note_assumed_address(size_t a, size_t b) {
    _Bool a_is_number = is_from_the_world(a), b_is_number = is_from_the_world(b);
    if (a_is_number == b_is_number) return;
    size_t other = a_is_number ? b : a;
    if (__everypath_is_symbolic(other) || may_be_of_object(other)) (void)__everypath_assumes("addresses");
}

/* Whether two pointers are equal. One that is made of a number may be to any object, wherever the machine put it; if inputs are in it, they choose
 * among the machine's addresses. */
size_t __everypath_same_pointer(size_t a, size_t b) {
    note_assumed_address(a, b);
    if (__everypath_is_symbolic(a) || __everypath_is_symbolic(b) || a == b || a == 0 || b == 0) return a == b;
    _Bool a_is_foreign = is_foreign(a), b_is_foreign = is_foreign(b);
    if (a_is_foreign == b_is_foreign) return 0;
    return __everypath_address_number(a_is_foreign ? b : a) == (a_is_foreign ? a : b);
}

/* What was said of places so far: whether the object at the later address begins where something of an ended one had the earlier address. */
static struct {
    size_t earlier, later;
    _Bool same;
} places[MOST_PLACES];
static int place_count;

/* Whether an object that is there begins where an ended one had this address. It cannot if another one does, that is there too. */
static _Bool same_place(size_t earlier, size_t later) {
    for (int i = 0; i < place_count; i++) {
        if (places[i].earlier == earlier && places[i].later == later) return places[i].same;
    }
    for (int i = 0; i < place_count; i++) {
        _Bool shares = places[i].earlier == earlier || places[i].later == later;
        if (places[i].same && shares && __everypath_object_start(places[i].later) != 0) return 0;
    }
    if (place_count == MOST_PLACES) __everypath_unsupported("comparisons of more than 16 addresses of ended objects");
    places[place_count].earlier = earlier;
    places[place_count].later = later;
    places[place_count].same = open_choice("address used again");
    return places[place_count++].same;
}

/* Whether two numbers that may be addresses are equal. Where one was made of what the world gave, no object is asked for. Where one is an
 * address of an object that has ended, the other one's object may begin where they are equal. */
size_t __everypath_same_address(size_t a, size_t b) {
    if (!__everypath_may_be_address(a) || !__everypath_may_be_address(b)) return a == b;
    if (a == b) return 1;
    size_t start_of_a = __everypath_object_start(a), start_of_b = __everypath_object_start(b);
    if ((start_of_a != 0) == (start_of_b != 0)) return 0;
    size_t start = __everypath_constant_of(start_of_a + start_of_b);
    size_t later = __everypath_constant_of(start_of_a != 0 ? a : b), ended = __everypath_constant_of(start_of_a != 0 ? b : a);
    size_t earlier = ended - (later - start);
    return may_have_been_object(earlier, start) && same_place(earlier, start);
}
