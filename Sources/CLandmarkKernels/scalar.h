// Functions shared by the scalar kernels, which process one value at a time in portable C.

#ifndef LK_SCALAR_H
#define LK_SCALAR_H

#include "kernel.h"
#include "lk_f32.h"

#define LK_ISA scalar
#define LK_BLOCK 8

/// Returns x·y + z rounded once, like the fused multiply-add of the vector kernels. The product is
/// exact in double precision; the second rounding affects one sum in half a billion.
static inline float lk_multiply_add(float x, float y, float z) {
    return (float)((double)x * y + z);
}

static inline float lk_activate_value(lk_activation kind, float x, float slope) {
    const float positive = x > 0 ? x : 0;
    switch (kind) {
    case LK_RELU:
        return positive;
    case LK_RELU6:
        return positive < 6 ? positive : 6;
    case LK_PRELU:
        return positive + slope * (x < 0 ? x : 0);
    case LK_HARD_SWISH: {
        const float gate = x + 3 > 0 ? x + 3 : 0;
        return x * (gate < 6 ? gate : 6) * (1.0f / 6);
    }
    case LK_NONE:
        break;
    }
    return x;
}

/// Finishes one pixel of one block, `at` floats into its plane.
static inline void lk_finish_block(const lk_epilogue *e, int32_t block, int64_t at,
                                   const float *sums, float *output) {
    const float *residual = e->residual && block < e->residual_blocks
                                ? e->residual + block * e->residual_plane + at
                                : 0;
    for (int32_t i = 0; i < LK_BLOCK; i++) {
        const float slope = e->activation == LK_PRELU ? e->slopes[block * LK_BLOCK + i] : 0;
        float x = sums[i];
        if (residual && !e->residual_last) x += residual[i];
        x = lk_activate_value(e->activation, x, slope);
        output[i] = residual && e->residual_last ? x + residual[i] : x;
    }
}

#endif
