#include "lk_f32.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LK_BLOCK 8
#define LK_NORMALIZE lk_f32_normalize__avx2
#include "body.h"
#pragma clang attribute pop
#endif
