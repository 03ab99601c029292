// The bilinear resize of every instruction set. The including file has defined LK_BLOCK and
// LK_RESIZE.

#include "../f32_vector.h"

LK_INLINE lk_vec lk_between(const float *first, const float *second, float weight) {
    const lk_vec a = LK_LOAD(first);
    return a + (LK_LOAD(second) - a) * lk_splat(weight);
}

void LK_RESIZE(const void *args, int32_t begin, int32_t end) {
    const lk_f32_resize *r = args;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / r->height;
        const int32_t y = unit % r->height;
        const lk_sample row = r->rows[y];
        const int64_t stride = (int64_t)r->input_width * LK_BLOCK;
        const float *plane = r->input + block * r->input_plane;
        const float *above = plane + row.first * stride, *below = plane + row.second * stride;
        float *output = r->output + block * r->output_plane;
        for (int32_t x = 0; x < r->width; x++) {
            const lk_sample column = r->columns[x];
            const int64_t a = (int64_t)column.first * LK_BLOCK;
            const int64_t b = (int64_t)column.second * LK_BLOCK;
            const lk_vec top = lk_between(above + a, above + b, column.weight);
            const lk_vec bottom = lk_between(below + a, below + b, column.weight);
            lk_vec value = top + (bottom - top) * lk_splat(row.weight);
            const int64_t pixel = (int64_t)y * r->width + x;
            lk_finish(&r->epilogue, block, pixel, 1, &value, output + pixel * LK_BLOCK);
        }
    }
}
