/* Debian's <gnu/stubs.h> wants this file for -m32 and ships it only with the 32-bit library. It would list
 * functions that glibc has only as stubs. */
