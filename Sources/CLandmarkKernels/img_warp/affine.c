#include "../include/lk_warp.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

/// A position in 1/1024 pixels. The limit lies beyond any mask and keeps sums within 32 bits.
static int32_t fixed(double value) {
    const double limit = 1 << 29;
    value *= 1024;
    if (!(value > -limit)) return -(1 << 29);
    return (int32_t)lrint(value < limit ? value : limit);
}

static float tap(const float *source, int32_t width, int32_t height, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < width && y < height ? source[(ptrdiff_t)y * width + x] : 0;
}

void lk_f32_warp_affine__scalar(
    const float *source, int32_t source_width, int32_t source_height, const lk_affine *map,
    int32_t *columns, float *out, int32_t width, int32_t height) {
    for (int32_t x = 0; x < width; x++) {
        columns[2 * x] = fixed(map->xx * x);
        columns[2 * x + 1] = fixed(map->yx * x);
    }
    for (int32_t y = 0; y < height; y++, out += width) {
        // Half a step of 1/32 pixel is added so that the shift rounds.
        int32_t row_x = fixed(map->xy * y + map->x0) + 16;
        int32_t row_y = fixed(map->yy * y + map->y0) + 16;
        for (int32_t x = 0; x < width; x++) {
            int32_t at_x = (row_x + columns[2 * x]) >> 5;
            int32_t at_y = (row_y + columns[2 * x + 1]) >> 5;
            int32_t left = at_x >> 5, top = at_y >> 5;
            if (left < -1 || top < -1 || left >= source_width || top >= source_height) {
                out[x] = 0;
                continue;
            }
            float right_weight = (at_x & 31) * (1.0f / 32), left_weight = 1 - right_weight;
            float lower_weight = (at_y & 31) * (1.0f / 32), upper_weight = 1 - lower_weight;
            float a, b, c, d;
            if (left >= 0 && top >= 0 && left + 1 < source_width && top + 1 < source_height) {
                const float *corner = source + (ptrdiff_t)top * source_width + left;
                a = corner[0];
                b = corner[1];
                c = corner[source_width];
                d = corner[source_width + 1];
            } else {
                a = tap(source, source_width, source_height, left, top);
                b = tap(source, source_width, source_height, left + 1, top);
                c = tap(source, source_width, source_height, left, top + 1);
                d = tap(source, source_width, source_height, left + 1, top + 1);
            }
            out[x] = a * (upper_weight * left_weight) + b * (upper_weight * right_weight)
                   + c * (lower_weight * left_weight) + d * (lower_weight * right_weight);
        }
    }
}
