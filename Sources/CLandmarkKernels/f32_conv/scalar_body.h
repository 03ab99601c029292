// The scalar convolution with weights of any form: the definition that vector kernels are held to.
// The including file has defined LK_CONV, the kernel's name, LK_WEIGHT, how a weight is stored, and
// weights_row, which hands out adjacent weights as floats, in `room` where they have to be made.

#include "../f32_scalar.h"
#include "unit.h"

/// The sums for one pixel and one group of blocks.
static void sum_pixel(const lk_f32_conv *c, const float *input, const LK_WEIGHT *weights,
                      int32_t lanes, float *sums) {
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k++, weights += lanes) {
            float room[3 * LK_BLOCK];
            const float *row = weights_row(weights, lanes, room);
            for (int32_t i = 0; i < lanes; i++) sums[i] = lk_multiply_add(a[k], row[i], sums[i]);
        }
    }
}

void LK_CONV(const void *args, int32_t begin, int32_t end) {
    const lk_f32_conv *c = args;
    const int64_t depth = lk_conv_depth(c);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        const LK_WEIGHT *weights = (const LK_WEIGHT *)c->weights + depth * u.block * LK_BLOCK;
        for (int32_t x = u.from; x < u.to; x++) {
            const float *input =
                c->input + (int64_t)u.row * c->row_step + (int64_t)x * c->pixel_step;
            const int64_t pixel = ((int64_t)u.row * c->columns + x) * LK_BLOCK;
            float sums[3 * LK_BLOCK];
            for (int32_t i = 0; i < u.width * LK_BLOCK; i++)
                sums[i] = c->bias[u.block * LK_BLOCK + i];
            sum_pixel(c, input, weights, u.width * LK_BLOCK, sums);
            for (int32_t j = 0; j < u.width; j++)
                lk_finish_block(&c->epilogue, u.block + j, pixel, sums + j * LK_BLOCK,
                                c->output + (u.block + j) * c->output_plane + pixel);
        }
    }
}
