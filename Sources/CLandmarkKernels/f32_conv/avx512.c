#include "lk_f32.h"

#if defined(__x86_64__)
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define LK_BLOCK 16
#define LK_CONV lk_f32_conv__avx512
// Thirty-two registers; the broadcast is folded into the multiplication.
#define LK_TILE_1 14
#define LK_TILE_2 14
#define LK_TILE_3 9
#define LK_SHORT_1 LK_TILE_1
#define LK_SHORT_2 LK_TILE_2
#define LK_SHORT_3 LK_TILE_3
#define LK_CASES_1(step, unroll, rest) LK_CASES_TO_14(1, step, unroll, rest)
#define LK_CASES_2(step, unroll, rest) LK_CASES_TO_14(2, step, unroll, rest)
#define LK_CASES_3(step, unroll, rest) LK_CASES_TO_9(3, step, unroll, rest)
#include "body.h"
#pragma clang attribute pop
#endif
