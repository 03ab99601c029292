#include "../scalar.h"

/// Sums one pixel of one block, column by column like the vector kernels.
static void sum_pixel(const lk_f32_dwconv *c, const float *plane, const float *weights, int32_t y,
                      int32_t x, float *sums) {
    for (int32_t kx = 0; kx < c->kernel_width; kx++) {
        const int32_t column = x * c->stride_x - c->pad_left + kx * c->dilation_x;
        if (column < 0 || column >= c->input_width) continue;
        for (int32_t ky = 0; ky < c->kernel_height; ky++) {
            const int32_t row = y * c->stride_y - c->pad_top + ky * c->dilation_y;
            if (row < 0 || row >= c->input_height) continue;
            const float *v = plane + ((int64_t)row * c->input_width + column) * LK_BLOCK;
            const float *w = weights + (ky * c->kernel_width + kx) * LK_BLOCK;
            for (int32_t i = 0; i < LK_BLOCK; i++) sums[i] = lk_multiply_add(v[i], w[i], sums[i]);
        }
    }
}

LK_KERNEL(f32_dwconv) {
    const lk_f32_dwconv *c = args;
    const int32_t taps = c->kernel_height * c->kernel_width;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / c->height, y = unit % c->height;
        for (int32_t x = 0; x < c->width; x++) {
            float sums[LK_BLOCK];
            for (int32_t i = 0; i < LK_BLOCK; i++) sums[i] = c->bias[block * LK_BLOCK + i];
            sum_pixel(c, c->input + block * c->input_plane,
                      c->weights + (int64_t)block * taps * LK_BLOCK, y, x, sums);
            const int64_t at = ((int64_t)y * c->width + x) * LK_BLOCK;
            lk_finish_block(&c->epilogue, block, at, sums,
                            c->output + block * c->output_plane + at);
        }
    }
}
