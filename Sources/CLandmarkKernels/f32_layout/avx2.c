#include "lk_f32.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LK_BLOCK 8
#define LK_PACK lk_f32_pack__avx2
#define LK_UNPACK lk_f32_unpack__avx2
#define LK_PAD lk_f32_pad__avx2
#define LK_DEPTH_TO_SPACE lk_f32_depth_to_space__avx2
#include "body.h"
#pragma clang attribute pop
#endif
