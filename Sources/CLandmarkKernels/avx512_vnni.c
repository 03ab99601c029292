// x86-64 with AVX-512 and its VNNI, which adds the products of 16-bit integers or bytes.

#if defined(__x86_64__)
#include "kernel.h"

#include <immintrin.h>

#define LK_ISA avx512
#define LK_BLOCK 16
LK_VNNI_BEGIN
#include "vector.h"

typedef int32_t lk_ints __attribute__((vector_size(64), aligned(4), may_alias));
#define LK_LOAD_INTS(p) (*(const lk_ints *)(p))
#define LK_SPLAT_INT(x) ((lk_ints)_mm512_set1_epi32(x))
#define LK_NEAREST(v) ((lk_ints)_mm512_cvtps_epi32((__m512)(v)))
// Written as instructions: compilers split the intrinsics into a product and a sum, to shorten chains that
// the other sums of a tile hide.
#define LK_DOT(sum, x, w) __asm__("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(w))
#define LK_DOT_BYTES(sum, x, w) __asm__("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(w))

#include "s16_pointwise/body.h"
#include "s16_pointwise/quantize.h"
LK_END
#endif
