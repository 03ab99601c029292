// One channel of a pointwise convolution, for every vector instruction set. The including file has
// defined LK_BLOCK, the pixels that are summed together, as 8; LK_INPUT_BLOCK, the channels in a
// block of the input; and LK_POINTS, the kernel's name.

#include <string.h>

#include "../f32_vector.h"
#include "../f32_transpose.h"

/// Rows that are summed together. A row's channels are added one after the other, as in the
/// convolution that makes all of them, so one row alone would mostly wait for its last sum.
enum { LK_POINTS_ROWS = 2 };

/// Where eight channels from `channel` on of a pixel lie.
LK_INLINE const float *lk_points_at(const lk_f32_points *c, int64_t pixel, int32_t channel) {
    return c->input + channel / LK_INPUT_BLOCK * c->input_plane + pixel * LK_INPUT_BLOCK +
           channel % LK_INPUT_BLOCK;
}

/// Adds the products of eight channels of eight pixels, `step` floats apart.
LK_INLINE void lk_points_add(const float *pixels, int64_t step, const float *weights,
                             lk_vec *sum) {
    lk_eight columns[8];
    lk_transpose(pixels, step, columns);
    LK_UNROLL for (int i = 0; i < 8; i++) LK_ADD_PRODUCT(*sum, columns[i], lk_splat(weights[i]));
}

/// Sums eight neighboring pixels of `rows` rows, from `pixel` on.
LK_INLINE void lk_points_sum(const lk_f32_points *c, int64_t pixel, const int rows,
                             lk_vec *sums) {
    const int64_t row_step = (int64_t)c->input_width * LK_INPUT_BLOCK;
    LK_UNROLL for (int row = 0; row < rows; row++) sums[row] = lk_splat(c->bias);
    for (int32_t k = 0; k < c->channels; k += 8) {
        const float *pixels = lk_points_at(c, pixel, k);
        LK_UNROLL for (int row = 0; row < rows; row++)
            lk_points_add(pixels + row * row_step, LK_INPUT_BLOCK, c->weights + k, sums + row);
    }
}

/// Sums `count` pixels, less than eight, after which the input may end.
LK_INLINE void lk_points_sum_last(const lk_f32_points *c, int64_t pixel, int32_t count,
                                  lk_vec *sum) {
    *sum = lk_splat(c->bias);
    for (int32_t k = 0; k < c->channels; k += 8) {
        const float *pixels = lk_points_at(c, pixel, k);
        float room[LK_BLOCK * 8] = {0};
        for (int32_t i = 0; i < count; i++)
            memcpy(room + i * 8, pixels + i * LK_INPUT_BLOCK, 8 * sizeof *room);
        lk_points_add(room, 8, c->weights + k, sum);
    }
}

/// Makes up to eight pixels of as many of the rows `y..<end` as can be made together; returns how
/// many.
LK_INLINE int32_t lk_points_make(const lk_f32_points *c, int32_t y, int32_t end, int32_t x) {
    const int32_t left = c->width - x, count = left < LK_BLOCK ? left : LK_BLOCK;
    const int64_t pixel = (int64_t)(c->top + y) * c->input_width + c->left + x;
    // Pixels of the input that follow those that are wanted may be read as well.
    const int64_t room = c->input_pixels - pixel - LK_BLOCK;
    int32_t rows = 1;
    lk_vec sums[LK_POINTS_ROWS];
    if (y + LK_POINTS_ROWS <= end && room >= (LK_POINTS_ROWS - 1) * (int64_t)c->input_width) {
        rows = LK_POINTS_ROWS;
        lk_points_sum(c, pixel, LK_POINTS_ROWS, sums);
    } else if (room >= 0) {
        lk_points_sum(c, pixel, 1, sums);
    } else {
        lk_points_sum_last(c, pixel, count, sums);
    }
    for (int32_t row = 0; row < rows; row++) {
        float *output = c->output + ((int64_t)(y + row) * c->width + x) * c->output_step;
        float done[LK_BLOCK];
        LK_STORE(done, lk_activate(c->activation, sums[row], lk_splat(c->slope)));
        for (int32_t i = 0; i < count; i++) output[i * c->output_step] = done[i];
    }
    return rows;
}

void LK_POINTS(const void *args, int32_t begin, int32_t end) {
    const lk_f32_points *c = args;
    for (int32_t x = 0; x < c->width; x += LK_BLOCK)
        for (int32_t y = begin; y < end;) y += lk_points_make(c, y, end, x);
}
