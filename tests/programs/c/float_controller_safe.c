// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* What is not within the bounds of a controller's output is brought there, NaNs too. */
static float control(float error, float *sum) {
    *sum += error;
    float output = 0.5f * error + 0.125f * *sum;
    if (!(output <= 10)) output = 10;
    if (!(output >= -10)) output = -10;
    return output;
}

int main(void) {
    float sum = 0;
    for (int i = 0; i < 2; i++) {
        float measured = everypath_float("measured");
        float output = control(100 - measured, &sum);
        everypath_assert(output >= -10 && output <= 10);
    }
    return 0;
}
