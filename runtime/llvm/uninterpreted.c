/*
 * Functions of which nothing is known but that they are functions, as harnesses of CBMC and ESBMC declare them: what one gives is arbitrary, and the same
 * for the same arguments. Each application is compared with all before it (W. Ackermann: "Solvable Cases of the Decision Problem", 1954), without a branch.
 * Arguments and results are bits; floating-point zeros of both signs differ.
 */
enum { MOST_APPLICATIONS = 1024 };

static struct application {
    uint64_t function, arguments[4], result;
} applications[MOST_APPLICATIONS];
static size_t number_of_applications;

/* Arguments that a function does not have are 0, and its name is hashed. */
uint64_t __everypath_apply(uint64_t function, uint64_t one, uint64_t two, uint64_t three, uint64_t four) {
    uint64_t result;
    __everypath_make_symbolic(&result, sizeof result, "result");
    for (size_t i = 0; i < number_of_applications; i++) {
        const struct application *before = &applications[i];
        _Bool same = (before->function == function) & (before->arguments[0] == one) & (before->arguments[1] == two) &
                     (before->arguments[2] == three) & (before->arguments[3] == four);
        uint64_t mask = -(uint64_t)same;
        result = (mask & before->result) | (~mask & result);
    }
    if (number_of_applications == MOST_APPLICATIONS) __everypath_unsupported("more than 1024 applications of uninterpreted functions");
    applications[number_of_applications++] = (struct application){function, {one, two, three, four}, result};
    return result;
}
