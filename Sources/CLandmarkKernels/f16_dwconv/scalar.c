#define LK_HALF
#include "../scalar.h"

/// Sums one pixel of one block, column by column like the vector kernels.
static void sum_pixel(const lk_f16_dwconv *c, const uint16_t *plane, const uint16_t *weights,
                      int32_t y, int32_t x, uint16_t *sums) {
    for (int32_t kx = 0; kx < c->kernel_width; kx++) {
        const int32_t column = x * c->stride_x - c->pad_left + kx * c->dilation_x;
        if (column < 0 || column >= c->input_width) continue;
        for (int32_t ky = 0; ky < c->kernel_height; ky++) {
            const int32_t row = y * c->stride_y - c->pad_top + ky * c->dilation_y;
            if (row < 0 || row >= c->input_height) continue;
            const uint16_t *v = plane + ((int64_t)row * c->input_width + column) * LK_BLOCK;
            const uint16_t *w = weights + (ky * c->kernel_width + kx) * LK_BLOCK;
            for (int32_t i = 0; i < LK_BLOCK; i++)
                sums[i] = lk_half_multiply_add(v[i], w[i], sums[i]);
        }
    }
}

LK_KERNEL(f16_dwconv) {
    const lk_f16_dwconv *c = args;
    const int64_t taps = (int64_t)c->kernel_height * c->kernel_width;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / c->height, y = unit % c->height;
        const uint16_t *plane = (const uint16_t *)c->input + block * c->input_plane;
        const uint16_t *weights = (const uint16_t *)c->weights + block * taps * LK_BLOCK;
        for (int32_t x = 0; x < c->width; x++) {
            uint16_t sums[LK_BLOCK];
            float wide[LK_BLOCK];
            for (int32_t i = 0; i < LK_BLOCK; i++) sums[i] = lk_half(c->bias[block * LK_BLOCK + i]);
            sum_pixel(c, plane, weights, y, x, sums);
            for (int32_t i = 0; i < LK_BLOCK; i++) wide[i] = lk_half_to_float(sums[i]);
            const int64_t at = ((int64_t)y * c->width + x) * LK_BLOCK;
            lk_finish_block(&c->epilogue, block, at, wide,
                            (uint16_t *)c->output + block * c->output_plane + at);
        }
    }
}
