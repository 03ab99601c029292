// Functions shared by the scalar kernels, which process one value at a time in portable C.

#ifndef LK_SCALAR_H
#define LK_SCALAR_H

#include "f16/convert.h"
#include "kernel.h"
#include "lk_f32.h"

#define LK_ISA scalar
#define LK_BLOCK 8

/// Returns x·y + z rounded once, like the fused multiply-add of the vector kernels. The product is
/// exact in double precision; the second rounding affects one sum in half a billion.
static inline float lk_multiply_add(float x, float y, float z) {
    return (float)((double)x * y + z);
}

/// Does the same in half precision. The result in double precision is exact, unless the product is far
/// too small to matter.
static inline uint16_t lk_half_multiply_add(uint16_t x, uint16_t y, uint16_t z) {
    return lk_half((double)lk_half_to_float(x) * lk_half_to_float(y) + lk_half_to_float(z));
}

// The numbers of blocked tensors; LK_ROUND rounds a float to one of them, and
// LK_MULTIPLY_ADD adds a product of two of them to another one.
#if defined(LK_HALF)
typedef uint16_t lk_real;
#define LK_MULTIPLY_ADD(x, y, z) lk_half_multiply_add(x, y, z)
#define LK_WIDEN(x) lk_half_to_float(x)
#define LK_NARROW(x) lk_half(x)
#else
typedef float lk_real;
#define LK_MULTIPLY_ADD(x, y, z) lk_multiply_add(x, y, z)
#define LK_WIDEN(x) (x)
#define LK_NARROW(x) (x)
#endif
#define LK_ROUND(x) LK_WIDEN(LK_NARROW(x))

static inline float lk_activate_value(lk_activation kind, float x, float slope) {
    const float positive = x > 0 ? x : 0;
    switch (kind) {
    case LK_RELU:
        return positive;
    case LK_RELU6:
        return positive < 6 ? positive : 6;
    case LK_PRELU:
        return LK_ROUND(positive + LK_ROUND(slope) * (x < 0 ? x : 0));
    case LK_HARD_SWISH: {
        const float gate = LK_ROUND(x + 3) > 0 ? LK_ROUND(x + 3) : 0;
        return LK_ROUND(LK_ROUND(x * (gate < 6 ? gate : 6)) * LK_ROUND(1.0f / 6));
    }
    case LK_NONE:
        break;
    }
    return x;
}

/// Finishes one pixel of one block, `at` floats into its plane.
static inline void lk_finish_block(const lk_epilogue *e, int32_t block, int64_t at,
                                   const float *sums, lk_real *output) {
    const lk_real *residual = e->residual && block < e->residual_blocks
                                  ? (const lk_real *)e->residual + block * e->residual_plane + at
                                  : 0;
    for (int32_t i = 0; i < LK_BLOCK; i++) {
        const float slope = e->activation == LK_PRELU ? e->slopes[block * LK_BLOCK + i] : 0;
        float x = LK_ROUND(sums[i]);
        if (residual && !e->residual_last) x = LK_ROUND(x + LK_WIDEN(residual[i]));
        x = lk_activate_value(e->activation, x, slope);
        if (residual && e->residual_last) x += LK_WIDEN(residual[i]);
        output[i] = LK_NARROW(x);
    }
}

#endif
