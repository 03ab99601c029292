#include "lk_f32.h"

#if defined(__x86_64__)
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define LK_BLOCK 16
#define LK_PACK lk_f32_pack__avx512
#define LK_UNPACK lk_f32_unpack__avx512
#define LK_PAD lk_f32_pad__avx512
#define LK_DEPTH_TO_SPACE lk_f32_depth_to_space__avx512
#include "body.h"
#pragma clang attribute pop
#endif
