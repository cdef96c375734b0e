/* assert(): a violation at the line of its use. A failed condition ends the path, NDEBUG switches it off. */
#include "everypath.h"

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) everypath_assert((condition) ? 1 : 0)
#endif

#if !defined(static_assert) && !defined(__cplusplus) && __STDC_VERSION__ < 202311L
#define static_assert _Static_assert
#endif
