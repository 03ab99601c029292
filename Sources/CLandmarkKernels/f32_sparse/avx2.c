#include "lk_sparse.h"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define LK_BLOCK 8
#define LK_FEW_REGISTERS
#define LK_SPARSE lk_f32_sparse__avx2
#include "body.h"
#pragma clang attribute pop
#endif
