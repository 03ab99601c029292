#include <math.h>

#define LK_HALF
#include "../scalar.h"

/// The maximum or mean of one channel over a window, rounded after every operation.
static float pool(const lk_f16_pool *p, const uint16_t *channel, int32_t top, int32_t left) {
    float value = p->average ? 0 : -INFINITY;
    int32_t count = 0;
    for (int32_t y = top; y < top + p->kernel_height; y++)
        for (int32_t x = left; x < left + p->kernel_width; x++) {
            if (y < 0 || y >= p->input_height || x < 0 || x >= p->input_width) continue;
            const float v =
                lk_half_to_float(channel[((int64_t)y * p->input_width + x) * LK_BLOCK]);
            value = p->average ? LK_ROUND(value + v) : v > value ? v : value;
            count++;
        }
    return p->average ? LK_ROUND(value / LK_ROUND((float)count)) : value;
}

LK_KERNEL(f16_pool) {
    const lk_f16_pool *p = args;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / p->height, y = unit % p->height;
        const uint16_t *plane = (const uint16_t *)p->input + block * p->input_plane;
        for (int32_t x = 0; x < p->width; x++) {
            const int32_t top = y * p->stride_y - p->pad_top, left = x * p->stride_x - p->pad_left;
            const int64_t at = ((int64_t)y * p->width + x) * LK_BLOCK;
            float values[LK_BLOCK];
            for (int32_t i = 0; i < LK_BLOCK; i++) values[i] = pool(p, plane + i, top, left);
            lk_finish_block(&p->epilogue, block, at, values,
                            (uint16_t *)p->output + block * p->output_plane + at);
        }
    }
}
