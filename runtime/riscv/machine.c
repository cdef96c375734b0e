/*
 * What the C library stands on (machine.h), for RISC-V targets: requests of the protocol in llvm/include/riscv_symbolic.h.
 */
#include <everypath.h>

#include "requests.h"

void __everypath_make_symbolic(void *address, size_t size, const char *name) {
    everypath_make_symbolic(address, size, name);
}
void __everypath_assume(_Bool condition) { everypath_assume(condition); }
_Noreturn void __everypath_exit(int code) { everypath_exit(code); }

long __everypath_read(long stream, void *to, size_t size) { return (long)EVERYPATH_REQUEST(8, stream, to, size); }
long __everypath_read_number(void *to, size_t size, long kind) {
    return (long)EVERYPATH_REQUEST(28, to, size, kind);
}
long __everypath_write(long stream, const void *from, size_t size) { return (long)EVERYPATH_REQUEST(9, stream, from, size); }
long __everypath_open(const char *path, long flags) { return (long)EVERYPATH_REQUEST(10, path, flags, 0); }
long __everypath_close(long stream) { return (long)EVERYPATH_REQUEST(11, stream, 0, 0); }
long __everypath_seek(long stream, long offset, long whence) { return (long)EVERYPATH_REQUEST(12, stream, offset, whence); }
long __everypath_stream_size(long stream) { return (long)EVERYPATH_REQUEST(13, stream, 0, 0); }
long __everypath_stream_kind(long stream) { return (long)EVERYPATH_REQUEST(14, stream, 0, 0); }
unsigned long __everypath_clock(void) { return EVERYPATH_REQUEST(15, 0, 0, 0); }
size_t __everypath_is_symbolic(size_t value) { return EVERYPATH_REQUEST(16, value, 0, 0); }
size_t __everypath_constant_of(size_t value) { return EVERYPATH_REQUEST(17, value, 0, 0); }

/* Calls of machine code pass arguments in registers and note no kinds, so there is nothing that arguments.h could compare. */
const void *__everypath_variable_arguments(const void *at) {
    (void)at;
    return NULL;
}
