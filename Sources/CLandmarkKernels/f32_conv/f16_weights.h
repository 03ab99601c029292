// The convolution with half-precision weights, which are widened in registers.

#include "../vector.h"
#include "unit.h"

typedef _Float16 lk_halves __attribute__((vector_size(LK_BLOCK * 2), aligned(2)));

/// Widens one block of weights, exactly.
LK_INLINE lk_vec lk_widen(const _Float16 *weights) {
    return __builtin_convertvector(*(const lk_halves *)weights, lk_vec);
}

/// Adds four products to the sums of `m` pixels × `n` blocks.
LK_INLINE void lk_f16_products(const int m, const int n, const float *a, const _Float16 *w,
                               lk_vec sums[4][3]) {
    LK_UNROLL for (int u = 0; u < 4; u++) {
        lk_vec b[3];
        LK_UNROLL for (int j = 0; j < n; j++) b[j] = lk_widen(w + (u * n + j) * LK_BLOCK);
        LK_UNROLL for (int i = 0; i < m; i++) {
            const lk_vec x = lk_splat(a[i * LK_BLOCK + u]);
            LK_UNROLL for (int j = 0; j < n; j++) LK_ADD_PRODUCT(sums[i][j], x, b[j]);
        }
    }
}

/// Computes a whole unit: `m` pixels × `n` blocks.
LK_INLINE void lk_f16_unit(const int m, const int n, const lk_f32_conv *c, const lk_conv_unit *u) {
    lk_vec sums[4][3];
    LK_UNROLL for (int j = 0; j < n; j++) {
        const lk_vec bias = LK_LOAD(c->bias + (u->block + j) * LK_BLOCK);
        LK_UNROLL for (int i = 0; i < m; i++) sums[i][j] = bias;
    }
    const float *input =
        c->input + (int64_t)u->row * c->row_step + (int64_t)u->from * c->pixel_step;
    const _Float16 *w = (const _Float16 *)c->weights + lk_conv_depth(c) * u->block * LK_BLOCK;
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k += 4, w += 4 * n * LK_BLOCK)
            lk_f16_products(m, n, a + k, w, sums);
    }
    const int64_t pixel = (int64_t)u->row * c->columns + u->from;
    LK_UNROLL for (int j = 0; j < n; j++) {
        lk_vec column[4];
        LK_UNROLL for (int i = 0; i < m; i++) column[i] = sums[i][j];
        float *output = c->output + (u->block + j) * c->output_plane + pixel * LK_BLOCK;
        lk_finish(&c->epilogue, u->block + j, pixel, m, column, output);
    }
}

LK_KERNEL(f32_conv_f16_weights) {
    const lk_f32_conv *c = args;
    for (int32_t unit = begin; unit < end; unit++) {
        lk_conv_unit u = lk_conv_unit_at(c, unit);
        for (const int32_t to = u.to; u.from < to; u.from = u.to) {
            u.to = to - u.from < 4 ? to : u.from + 4;
            switch (u.width * 4 + u.to - u.from - 1) {
#define LK_CASE(m, n)                  \
    case n * 4 + m - 1:                \
        lk_f16_unit(m, n, c, &u);      \
        break;
#define LK_CASES(n) LK_CASE(1, n) LK_CASE(2, n) LK_CASE(3, n) LK_CASE(4, n)
                LK_CASES(1) LK_CASES(2) LK_CASES(3)
#undef LK_CASES
#undef LK_CASE
            }
        }
    }
}
