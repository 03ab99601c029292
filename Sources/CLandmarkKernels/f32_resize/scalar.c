#include "../scalar.h"

static float mix(float a, float b, float weight) {
    return lk_multiply_add(b - a, weight, a);
}

LK_KERNEL(f32_resize) {
    const lk_f32_resize *r = args;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / r->height, y = unit % r->height;
        const lk_sample row = r->rows[y];
        const int64_t stride = (int64_t)r->input_width * LK_BLOCK;
        const float *plane = r->input + block * r->input_plane;
        const float *above = plane + row.first * stride, *below = plane + row.second * stride;
        for (int32_t x = 0; x < r->width; x++) {
            const lk_sample column = r->columns[x];
            float values[LK_BLOCK];
            for (int32_t i = 0; i < LK_BLOCK; i++) {
                const int64_t a = (int64_t)column.first * LK_BLOCK + i;
                const int64_t b = (int64_t)column.second * LK_BLOCK + i;
                values[i] = mix(mix(above[a], above[b], column.weight),
                                mix(below[a], below[b], column.weight), row.weight);
            }
            const int64_t at = ((int64_t)y * r->width + x) * LK_BLOCK;
            lk_finish_block(&r->epilogue, block, at, values,
                            r->output + block * r->output_plane + at);
        }
    }
}
