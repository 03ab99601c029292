// 64-bit ARM: every processor has NEON, so no target attribute is needed.

#if defined(__aarch64__)
#define LK_ISA neon
#define LK_BLOCK 8
#include "vector_kernels.h"
#endif
