// x86-64 with AVX-512 F, BW, DQ and VL.

#if defined(__x86_64__)
#include "kernel.h"

#define LK_ISA avx512
#define LK_BLOCK 16
LK_AVX512_BEGIN
#include "vector_kernels.h"
LK_END
#endif
