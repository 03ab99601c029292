#include "lk_f32.h"

#if defined(__aarch64__)
#define LK_BLOCK 8
#define LK_CONV lk_f32_conv__neon
// Thirty-two registers of half a block: two for each sum, the rest for weights and inputs.
#define LK_TILE_1 12
#define LK_TILE_2 6
#define LK_TILE_3 4
#define LK_SHORT_1 LK_TILE_1
#define LK_SHORT_2 LK_TILE_2
#define LK_SHORT_3 LK_TILE_3
#define LK_CASES_1(step, unroll, rest) LK_CASES_TO_12(1, step, unroll, rest)
#define LK_CASES_2(step, unroll, rest) LK_CASES_TO_6(2, step, unroll, rest)
#define LK_CASES_3(step, unroll, rest) LK_CASES_TO_4(3, step, unroll, rest)
#include "body.h"
#endif
