// x86-64 with AVX2 and AVX-VNNI, which adds the products of 16-bit integers or bytes.

#if defined(__x86_64__)
#include "kernel.h"

#include <immintrin.h>

#define LK_ISA avx2
#define LK_BLOCK 8
LK_AVX_VNNI_BEGIN
#include "vector.h"

typedef int32_t lk_ints __attribute__((vector_size(32), aligned(4), may_alias));
#define LK_LOAD_INTS(p) (*(const lk_ints *)(p))
#define LK_SPLAT_INT(x) ((lk_ints)_mm256_set1_epi32(x))
#define LK_NEAREST(v) ((lk_ints)_mm256_cvtps_epi32((__m256)(v)))
// See avx512_vnni.c. The encoding is that of processors without AVX-512.
#define LK_DOT(sum, x, w) __asm__("%{vex%} vpdpwssd %2, %1, %0" : "+x"(sum) : "x"(x), "x"(w))
#define LK_DOT_BYTES(sum, x, w) __asm__("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(x), "x"(w))

#include "s16_pointwise/body.h"
#include "s16_pointwise/quantize.h"
LK_END
#endif
