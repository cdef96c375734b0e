/*
 * Functions of assembly that programs may define themselves.
 */
#ifndef EVERYPATH_FUNCTION_H
#define EVERYPATH_FUNCTION_H

# A weak function of what stands between its name and its return.
.macro function name:req, body:vararg
    .section .text.\name, "ax", @progbits
    .weak \name
    .type \name, @function
\name:
    \body
    ret
    .size \name, . - \name
.endm

#endif
