#define LK_HALF
#include "../scalar.h"

#include "../f32_conv/unit.h"
#include "order.h"

/// Sums one pixel and one group of blocks, from `weights` that begin with those of the group.
static void sum_pixel(const lk_f16_conv *c, const uint16_t *input, const uint16_t *weights,
                      int32_t lanes, float *sums) {
    uint16_t part[3 * LK_BLOCK] = {0};
    for (int32_t s = 0; s < c->offset_count; s++) {
        const bool last = s == c->offset_count - 1;
        const uint16_t *a = input + c->offsets[s];
        const int32_t length = last ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k++, weights += lanes)
            for (int32_t i = 0; i < lanes; i++)
                part[i] = lk_half_multiply_add(a[k], weights[i], part[i]);
        if (!last && s % LK_HALF_SEGMENTS != LK_HALF_SEGMENTS - 1) continue;
        for (int32_t i = 0; i < lanes; i++) {
            sums[i] += lk_half_to_float(part[i]);
            part[i] = 0;
        }
    }
}

LK_KERNEL(f16_conv) {
    const lk_f16_conv *c = args;
    const int64_t depth = lk_conv_depth(c);
    const uint16_t *inputs = (const uint16_t *)c->input;
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        const uint16_t *weights = (const uint16_t *)c->weights + depth * u.block * LK_BLOCK;
        const int32_t lanes = u.width * LK_BLOCK;
        for (int32_t x = u.from; x < u.to; x++) {
            const int64_t start = (int64_t)u.row * c->row_step + (int64_t)x * c->pixel_step;
            const int64_t at = ((int64_t)u.row * c->columns + x) * LK_BLOCK;
            float sums[3 * LK_BLOCK];
            for (int32_t i = 0; i < lanes; i++) sums[i] = c->bias[u.block * LK_BLOCK + i];
            sum_pixel(c, inputs + start, weights, lanes, sums);
            for (int32_t j = 0; j < u.width; j++) {
                uint16_t *output = (uint16_t *)c->output + (u.block + j) * c->output_plane + at;
                lk_finish_block(&c->epilogue, u.block + j, at, sums + j * LK_BLOCK, output);
            }
        }
    }
}
