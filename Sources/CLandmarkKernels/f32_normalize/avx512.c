#include "lk_f32.h"

#if defined(__x86_64__)
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define LK_BLOCK 16
#define LK_NORMALIZE lk_f32_normalize__avx512
#include "body.h"
#pragma clang attribute pop
#endif
