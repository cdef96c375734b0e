/* <setjmp.h> for the registers of RISC-V; see setjmp.S. Signals are never delivered, so their masks are not kept. */
#ifndef EVERYPATH_SETJMP_H
#define EVERYPATH_SETJMP_H

/* Room for the registers of floating point, whether the program has them or not. */
typedef struct {
    unsigned long registers[14];
    unsigned long long floats[12];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;

#ifdef __cplusplus
extern "C" {
#endif
int setjmp(jmp_buf) __attribute__((returns_twice));
int _setjmp(jmp_buf) __attribute__((returns_twice));
__attribute__((noreturn)) void longjmp(jmp_buf, int);
__attribute__((noreturn)) void _longjmp(jmp_buf, int);
#ifdef __cplusplus
}
#endif

#define setjmp(buffer) setjmp(buffer)
#define sigsetjmp(buffer, mask) setjmp(buffer)
#define siglongjmp(buffer, value) longjmp(buffer, value)

#endif
