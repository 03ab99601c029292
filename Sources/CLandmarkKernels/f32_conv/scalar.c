#include "../f32_scalar.h"

/// The sums for one pixel and one group of blocks: the definition that vector kernels are held to.
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

void lk_f32_conv__scalar(const void *args, int32_t begin, int32_t end) {
    const lk_f32_conv *c = args;
    const int32_t groups = lk_conv_groups(c->blocks);
    const int32_t chunks = c->rows * c->chunks;
    const int64_t depth = (int64_t)(c->offset_count - 1) * c->segment_length + c->last_length;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t group = c->chunk_outer ? unit % groups : unit / chunks;
        const int32_t chunk = c->chunk_outer ? unit / groups : unit % chunks;
        const int32_t row = chunk / c->chunks, part = chunk % c->chunks;
        const int32_t from = (int32_t)((int64_t)c->columns * part / c->chunks);
        const int32_t to = (int32_t)((int64_t)c->columns * (part + 1) / c->chunks);
        int32_t width;
        const int32_t first = lk_conv_group(c->blocks, group, &width);
        const float *weights = c->weights + depth * first * LK_BLOCK;
        for (int32_t x = from; x < to; x++) {
            const float *input =
                c->input + (int64_t)row * c->row_step + (int64_t)x * c->pixel_step;
            const int64_t pixel = ((int64_t)row * c->columns + x) * LK_BLOCK;
            float sums[3 * LK_BLOCK];
            for (int32_t i = 0; i < width * LK_BLOCK; i++)
                sums[i] = c->bias[first * LK_BLOCK + i];
            sum_pixel(c, input, weights, width * LK_BLOCK, sums);
            for (int32_t j = 0; j < width; j++)
                lk_finish_block(&c->epilogue, first + j, pixel, sums + j * LK_BLOCK,
                                c->output + (first + j) * c->output_plane + pixel);
        }
    }
}
