#include "warp.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/// Returns the columns of an OpenCV block, which holds 1024 pixels in at most 16 rows.
static int32_t block_width(const lk_warp *warp) {
    int32_t rows = smaller(16, warp->height);
    return smaller(1024 / rows, warp->width);
}

/// Returns the span that begins at column `x` of row `y` and ends with its block or after `LK_SPAN`.
static lk_span span_at(const lk_warp *warp, int32_t block, int32_t x, int32_t y) {
    const double *m = warp->matrix;
    int32_t begin = x / block * block;
    int32_t end = smaller(begin + block, warp->width);
    return (lk_span){
        .x = m[0] * begin + m[1] * y + m[2],
        .y = m[3] * begin + m[4] * y + m[5],
        .w = m[6] * begin + m[7] * y + m[8],
        .first = x - begin,
        .count = smaller(LK_SPAN, end - x),
    };
}

void lk_warp__u8(
    const lk_u8_warp *c, int32_t from, int32_t to, lk_span_sampler *sample) {
    const lk_warp *warp = &c->warp;
    uint8_t rgb[LK_SPAN_BYTES];
    int32_t block = block_width(warp);
    for (int32_t y = from; y < to; y++) {
        for (int32_t x = 0; x < warp->width;) {
            lk_span span = span_at(warp, block, x, y);
            sample(&c->image, warp, &span, rgb);
            memcpy(c->output + y * c->stride + x * 3, rgb, (size_t)span.count * 3);
            x += span.count;
        }
    }
}

void lk_warp__f32(
    const lk_f32_warp *c, int32_t from, int32_t to, lk_span_sampler *sample,
    lk_span_converter *convert) {
    const lk_warp *warp = &c->warp;
    uint8_t rgb[LK_SPAN_BYTES];
    int32_t block = block_width(warp);
    for (int32_t y = from; y < to; y++) {
        for (int32_t x = 0; x < warp->width;) {
            lk_span span = span_at(warp, block, x, y);
            sample(&c->image, warp, &span, rgb);
            convert(
                rgb, span.count * 3, c->scale, c->offset, c->output + y * c->stride + x * 3);
            x += span.count;
        }
    }
}
