// target: lp64
// also: riscv
// expect: unsafe assertion
// line: 22
// example: measured = 2143289344
#include <everypath.h>

/* A NaN passes both bounds of a controller's output. */
static float control(float error, float *sum) {
    *sum += error;
    float output = 0.5f * error + 0.125f * *sum;
    if (output > 10) output = 10;
    if (output < -10) output = -10;
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
