#include "../f32_activate.h"

enum { BLOCK = 8 };

/// The sum for one channel of one pixel: the definition that the vector kernels are held to.
static float sum_at(const lk_f32_conv *c, const float *input, const float *weights, int32_t step,
                    float sum) {
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k++, weights += step) sum += a[k] * *weights;
    }
    return sum;
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
        const float *weights = c->weights + depth * first * BLOCK;
        for (int32_t x = from; x < to; x++) {
            const float *input =
                c->input + (int64_t)row * c->row_step + (int64_t)x * c->pixel_step;
            const int64_t pixel = ((int64_t)row * c->columns + x) * BLOCK;
            for (int32_t i = 0; i < width * BLOCK; i++) {
                const int32_t block = first + i / BLOCK, lane = i % BLOCK;
                const float sum = sum_at(c, input, weights + i, width * BLOCK,
                                         c->bias[block * BLOCK + lane]);
                c->output[block * c->output_plane + pixel + lane] =
                    lk_finish_value(&c->epilogue, block, pixel + lane, lane, sum);
            }
        }
    }
}
