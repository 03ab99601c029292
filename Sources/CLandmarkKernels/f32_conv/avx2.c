#include "lk_f32.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LK_BLOCK 8
#define LK_FEW_REGISTERS
#define LK_CONV lk_f32_conv__avx2
// Sixteen registers: sums, one block of weights each, and one broadcast input.
#define LK_TILE_1 12
#define LK_TILE_2 6
#define LK_TILE_3 4
// Eight sums in flight are what additions of four cycles need, twice a cycle.
#define LK_SHORT_1 8
#define LK_SHORT_2 4
#define LK_SHORT_3 3
#define LK_CASES_1(step, unroll, rest) LK_CASES_TO_12(1, step, unroll, rest)
#define LK_CASES_2(step, unroll, rest) LK_CASES_TO_6(2, step, unroll, rest)
#define LK_CASES_3(step, unroll, rest) LK_CASES_TO_4(3, step, unroll, rest)
#include "body.h"
#pragma clang attribute pop
#endif
