// The scalar convolutions: the definitions that vector kernels are tested against.

#include "../scalar.h"
#include "lk_f16.h"
#include "unit.h"

void lk_f16_to_f32__scalar(const void *args, int32_t begin, int32_t end);

/// Sums one pixel and one group of blocks, from `weights` that begin with those of the group.
static void sum_pixel(const lk_f32_conv *c, const float *input, const float *weights,
                      int32_t lanes, float *sums) {
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k++, weights += lanes)
            for (int32_t i = 0; i < lanes; i++)
                sums[i] = lk_multiply_add(a[k], weights[i], sums[i]);
    }
}

/// Does the same with weights in half precision.
static void sum_pixel_f16(const lk_f32_conv *c, const float *input, const uint16_t *weights,
                          int32_t lanes, float *sums) {
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k++, weights += lanes) {
            float row[3 * LK_BLOCK];
            const lk_f16_to_f32 widening = {weights, row};
            lk_f16_to_f32__scalar(&widening, 0, lanes);
            for (int32_t i = 0; i < lanes; i++) sums[i] = lk_multiply_add(a[k], row[i], sums[i]);
        }
    }
}

static void convolve(const lk_f32_conv *c, bool is_f16, int32_t begin, int32_t end) {
    const int64_t depth = lk_conv_depth(c);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        const int64_t first_weight = depth * u.block * LK_BLOCK;
        for (int32_t x = u.from; x < u.to; x++) {
            const float *input =
                c->input + (int64_t)u.row * c->row_step + (int64_t)x * c->pixel_step;
            const int64_t pixel = ((int64_t)u.row * c->columns + x) * LK_BLOCK;
            const int32_t lanes = u.width * LK_BLOCK;
            float sums[3 * LK_BLOCK];
            for (int32_t i = 0; i < lanes; i++) sums[i] = c->bias[u.block * LK_BLOCK + i];
            if (is_f16)
                sum_pixel_f16(c, input, (const uint16_t *)c->weights + first_weight, lanes, sums);
            else
                sum_pixel(c, input, c->weights + first_weight, lanes, sums);
            for (int32_t j = 0; j < u.width; j++)
                lk_finish_block(&c->epilogue, u.block + j, pixel, sums + j * LK_BLOCK,
                                c->output + (u.block + j) * c->output_plane + pixel);
        }
    }
}

LK_KERNEL(f32_conv) { convolve(args, false, begin, end); }

LK_KERNEL(f32_conv_f16_weights) { convolve(args, true, begin, end); }
