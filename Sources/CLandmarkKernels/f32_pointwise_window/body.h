// One channel of a pointwise convolution at a rectangle of pixels. Vector lanes are pixels, eight
// at a time regardless of the block size, and inputs are transposed eight channels at a time.

#include <string.h>

#include "../vector.h"

enum {
    /// Pixels that are summed together.
    LK_WINDOW_PIXELS = 8,
    /// Rows that are summed together. The channels of a row are added one after another, as in the
    /// convolution to all channels, so a single row would mostly wait for its previous sum.
    LK_WINDOW_ROWS = 2,
};

/// Returns the address of eight channels of a pixel, starting at `channel`.
LK_INLINE const float *lk_window_input(const lk_f32_pointwise_window *c, int64_t pixel,
                                       int32_t channel) {
    return c->input + channel / LK_BLOCK * c->input_plane + pixel * LK_BLOCK +
           channel % LK_BLOCK;
}

/// Adds the products of eight channels of eight pixels, `step` floats apart.
LK_INLINE void lk_window_add(const float *pixels, int64_t step, const float *weights,
                             lk_eight *sum) {
    lk_eight columns[8];
    lk_transpose(pixels, step, columns);
    LK_UNROLL for (int i = 0; i < 8; i++) *sum += columns[i] * lk_splat_eight(weights[i]);
}

/// Sums eight neighboring pixels in each of `rows` rows, starting at `pixel`.
LK_INLINE void lk_window_sum(const lk_f32_pointwise_window *c, int64_t pixel, const int rows,
                             lk_eight *sums) {
    const int64_t row_step = (int64_t)c->input_width * LK_BLOCK;
    LK_UNROLL for (int row = 0; row < rows; row++) sums[row] = lk_splat_eight(c->bias);
    for (int32_t k = 0; k < c->channels; k += 8) {
        const float *pixels = lk_window_input(c, pixel, k);
        LK_UNROLL for (int row = 0; row < rows; row++)
            lk_window_add(pixels + row * row_step, LK_BLOCK, c->weights + k, sums + row);
    }
}

/// Sums `count` pixels, fewer than eight, without reading beyond them.
LK_INLINE void lk_window_sum_last(const lk_f32_pointwise_window *c, int64_t pixel, int32_t count,
                                  lk_eight *sum) {
    *sum = lk_splat_eight(c->bias);
    for (int32_t k = 0; k < c->channels; k += 8) {
        const float *pixels = lk_window_input(c, pixel, k);
        float room[LK_WINDOW_PIXELS * 8] = {0};
        for (int32_t i = 0; i < count; i++)
            memcpy(room + i * 8, pixels + i * LK_BLOCK, 8 * sizeof *room);
        lk_window_add(room, 8, c->weights + k, sum);
    }
}

/// Computes up to eight pixels of the first rows of `y..<end`, and returns the number of rows.
LK_INLINE int32_t lk_window_rows(const lk_f32_pointwise_window *c, int32_t y, int32_t end,
                                 int32_t x) {
    const int32_t left = c->width - x, count = left < LK_WINDOW_PIXELS ? left : LK_WINDOW_PIXELS;
    const int64_t pixel = (int64_t)(c->top + y) * c->input_width + c->left + x;
    // Reading may extend to input pixels that follow the requested ones.
    const int64_t room = c->input_pixels - pixel - LK_WINDOW_PIXELS;
    int32_t rows = 1;
    lk_eight sums[LK_WINDOW_ROWS];
    if (y + LK_WINDOW_ROWS <= end && room >= (LK_WINDOW_ROWS - 1) * (int64_t)c->input_width) {
        rows = LK_WINDOW_ROWS;
        lk_window_sum(c, pixel, LK_WINDOW_ROWS, sums);
    } else if (room >= 0) {
        lk_window_sum(c, pixel, 1, sums);
    } else {
        lk_window_sum_last(c, pixel, count, sums);
    }
    for (int32_t row = 0; row < rows; row++) {
        float *output = c->output + ((int64_t)(y + row) * c->width + x) * c->output_step;
        float done[LK_WINDOW_PIXELS];
        *(lk_eight *)done =
            lk_activate_eight(c->activation, sums[row], lk_splat_eight(c->slope));
        for (int32_t i = 0; i < count; i++) output[i * c->output_step] = done[i];
    }
    return rows;
}

LK_KERNEL(f32_pointwise_window) {
    const lk_f32_pointwise_window *c = args;
    for (int32_t x = 0; x < c->width; x += LK_WINDOW_PIXELS)
        for (int32_t y = begin; y < end;) y += lk_window_rows(c, y, end, x);
}
