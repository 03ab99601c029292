// The scalar depthwise convolution of tensors of floats or, with LK_HALF, of half-precision numbers: the
// definition that vector kernels are tested against.

#include "../scalar.h"

/// Sums one pixel of one block, column by column like the vector kernels.
static void sum_pixel(const lk_f32_dwconv *c, const lk_real *plane, const lk_real *weights,
                      int32_t y, int32_t x, lk_real *sums) {
    for (int32_t kx = 0; kx < c->kernel_width; kx++) {
        const int32_t column = x * c->stride_x - c->pad_left + kx * c->dilation_x;
        if (column < 0 || column >= c->input_width) continue;
        for (int32_t ky = 0; ky < c->kernel_height; ky++) {
            const int32_t row = y * c->stride_y - c->pad_top + ky * c->dilation_y;
            if (row < 0 || row >= c->input_height) continue;
            const lk_real *v = plane + ((int64_t)row * c->input_width + column) * LK_BLOCK;
            const lk_real *w = weights + (ky * c->kernel_width + kx) * LK_BLOCK;
            for (int32_t i = 0; i < LK_BLOCK; i++)
                sums[i] = LK_MULTIPLY_ADD(v[i], w[i], sums[i]);
        }
    }
}

static void convolve_depthwise(const lk_f32_dwconv *c, int32_t begin, int32_t end) {
    const int64_t taps = (int64_t)c->kernel_height * c->kernel_width;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / c->height, y = unit % c->height;
        const lk_real *plane = (const lk_real *)c->input + block * c->input_plane;
        const lk_real *weights = (const lk_real *)c->weights + block * taps * LK_BLOCK;
        for (int32_t x = 0; x < c->width; x++) {
            lk_real sums[LK_BLOCK];
            float wide[LK_BLOCK];
            for (int32_t i = 0; i < LK_BLOCK; i++)
                sums[i] = LK_NARROW(c->bias[block * LK_BLOCK + i]);
            sum_pixel(c, plane, weights, y, x, sums);
            for (int32_t i = 0; i < LK_BLOCK; i++) wide[i] = LK_WIDEN(sums[i]);
            const int64_t at = ((int64_t)y * c->width + x) * LK_BLOCK;
            lk_finish_block(&c->epilogue, block, at, wide,
                            (lk_real *)c->output + block * c->output_plane + at);
        }
    }
}
