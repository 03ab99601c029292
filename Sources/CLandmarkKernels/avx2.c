// x86-64 with AVX2, FMA and F16C.

#if defined(__x86_64__)
#include "kernel.h"

#define LK_ISA avx2
#define LK_BLOCK 8
// Sixteen vector registers: some kernels force the instruction forms with the fewest spills.
#define LK_FEW_REGISTERS
LK_AVX2_BEGIN
#include "vector_kernels.h"
LK_END
#endif
