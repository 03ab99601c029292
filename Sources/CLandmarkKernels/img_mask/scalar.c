#include "mask.h"

#include <math.h>
#include <stddef.h>

#define LK_ISA scalar

#pragma STDC FP_CONTRACT OFF

/// Returns a position in 1/1024 pixels. The limit is beyond any mask and keeps sums within 32 bits.
static int32_t fixed(double value) {
    const double limit = 1 << 29;
    value *= 1024;
    if (!(value > -limit)) return -(1 << 29);
    return (int32_t)lrint(value < limit ? value : limit);
}

static float tap(const lk_f32_mask *c, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < c->source_width && y < c->source_height
             ? c->source[(ptrdiff_t)y * c->source_width + x]
             : 0;
}

void lk_mask_columns(const lk_affine *map, int32_t *columns, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        columns[x] = fixed(map->xx * x);
        columns[width + x] = fixed(map->yx * x);
    }
}

lk_mask_row lk_mask__row(const lk_f32_mask *c, int32_t y) {
    // Adds half a step of 1/32 pixel so that the shift rounds.
    return (lk_mask_row){
        fixed(c->map.xy * y + c->map.x0) + 16, fixed(c->map.yy * y + c->map.y0) + 16};
}

void lk_mask__pixels(
    const lk_f32_mask *c, lk_mask_row row, int32_t from, int32_t to, float *out) {
    const int32_t width = c->source_width, height = c->source_height;
    for (int32_t i = from; i < to; i++) {
        int32_t at_x = (row.x + c->columns[i]) >> 5;
        int32_t at_y = (row.y + c->columns[c->width + i]) >> 5;
        int32_t left = at_x >> 5, top = at_y >> 5;
        if (left < -1 || top < -1 || left >= width || top >= height) {
            out[i] = 0;
            continue;
        }
        float right_weight = (at_x & 31) * (1.0f / 32), left_weight = 1 - right_weight;
        float lower_weight = (at_y & 31) * (1.0f / 32), upper_weight = 1 - lower_weight;
        float upper_left, upper_right, lower_left, lower_right;
        if (left >= 0 && top >= 0 && left + 1 < width && top + 1 < height) {
            const float *corner = c->source + (ptrdiff_t)top * width + left;
            upper_left = corner[0];
            upper_right = corner[1];
            lower_left = corner[width];
            lower_right = corner[width + 1];
        } else {
            upper_left = tap(c, left, top);
            upper_right = tap(c, left + 1, top);
            lower_left = tap(c, left, top + 1);
            lower_right = tap(c, left + 1, top + 1);
        }
        out[i] = upper_left * (upper_weight * left_weight)
               + upper_right * (upper_weight * right_weight)
               + lower_left * (lower_weight * left_weight)
               + lower_right * (lower_weight * right_weight);
    }
}

LK_KERNEL(f32_mask) {
    const lk_f32_mask *c = args;
    for (int32_t y = begin; y < end; y++)
        lk_mask__pixels(c, lk_mask__row(c, y), 0, c->width, c->output + (ptrdiff_t)y * c->width);
}

LK_KERNEL(f32_likelihood) {
    const lk_f32_likelihood *c = args;
    for (int64_t unit = begin; unit < end; unit++) {
        const int64_t first = unit * LK_LIKELIHOODS;
        const int64_t rest = c->count - first;
        const int32_t count = rest < LK_LIKELIHOODS ? (int32_t)rest : LK_LIKELIHOODS;
        // Use two loops, so that the compiler vectorizes the second.
        float powers[LK_LIKELIHOODS];
        for (int32_t i = 0; i < count; i++) powers[i] = expf(-c->logits[first + i]);
        for (int32_t i = 0; i < count; i++)
            c->likelihoods[first + i] = (float)(1 / (1 + (double)powers[i]));
    }
}
