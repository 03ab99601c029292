#include "../f32_conv/unit.h"
#include "../f32_scalar.h"

/// The sums for one pixel and one group of blocks.
static void sum_pixel(const lk_f32_conv *c, const float *input, const uint16_t *weights,
                      int32_t lanes, float *sums) {
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k++, weights += lanes) {
            float floats[3 * LK_BLOCK];
            lk_f16_to_f32(LK_SCALAR, weights, floats, lanes);
            for (int32_t i = 0; i < lanes; i++) sums[i] = lk_multiply_add(a[k], floats[i], sums[i]);
        }
    }
}

void lk_f32_half__scalar(const void *args, int32_t begin, int32_t end) {
    const lk_f32_conv *c = args;
    const int64_t depth = lk_conv_depth(c);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        const uint16_t *weights = (const uint16_t *)c->weights + depth * u.block * LK_BLOCK;
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
