/* The widths that the headers of glibc ask for: those of the target, not of this computer. */
#define __WORDSIZE (8 * __SIZEOF_POINTER__)
#define __WORDSIZE_TIME64_COMPAT32 0
#if __SIZEOF_POINTER__ == 4
#define __WORDSIZE32_SIZE_ULONG 0
#define __WORDSIZE32_PTRDIFF_LONG 0
#endif
