// Functions shared by the drawing kernels of all instruction sets: the geometry of shapes, and the
// ends of rows that do not fill a block.

#ifndef LK_DRAW_SHARED_H
#define LK_DRAW_SHARED_H

#include "../kernel.h"
#include "../include/lk_draw.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/// A shape of `lk_u8_cover`, prepared for computing distances.
typedef struct {
    /// The center.
    float x, y;
    /// The direction of the midline.
    float ux, uy;
    float half_length;
    float half_width;
    /// The distance from the rectangle at which coverage ends.
    float reach;
    /// The coverage at the center of the line, 1 unless the line is narrower than a pixel.
    float most;
    /// The horizontal and vertical extent of coverage.
    float across, down;
    /// Reciprocals of the direction, 0 where it is too flat to be useful.
    float per_ux, per_uy;
} lk_bar;

/// Moves an end of the midline to the point where it enters a margin around the image; false if the
/// midline does not. Computed in double precision, because ends may be a million pixels away.
static inline bool lk_clip(double *p0, double *p1, double *q0, double *q1, double low,
                           double high) {
#pragma STDC FP_CONTRACT OFF
    if ((*p0 < low && *p1 < low) || (*p0 > high && *p1 > high)) return false;
    const double p = *p0, q = *q0, dp = *p1 - p, dq = *q1 - q;
    const double first = p < low ? low : p > high ? high : p;
    const double last = *p1 < low ? low : *p1 > high ? high : *p1;
    if (last != *p1) {
        *q1 = q + dq * ((last - p) / dp);
        *p1 = last;
    }
    if (first != p) {
        *q0 = q + dq * ((first - p) / dp);
        *p0 = first;
    }
    return true;
}

static inline bool lk_is_size(float x, float least) { return x >= least && x <= 1048576; }

/// Prepares a shape; false if it covers nothing.
static inline bool lk_prepare(const lk_u8_cover *c, const lk_segment *s, lk_bar *bar) {
#pragma STDC FP_CONTRACT OFF
    const double sum = (double)s->x0 + s->y0 + s->x1 + s->y1;
    if (!(sum - sum == 0) || !lk_is_size(c->radius, 0.01f) || !lk_is_size(c->half_width, 0))
        return false;
    bar->reach = c->radius + 0.5f;
    bar->half_width = c->half_width;
    const float width = 2 * (c->radius + c->half_width);
    bar->most = width < 1 ? width : 1;
    const double margin = (double)bar->reach + c->half_width + 1;
    double x0 = s->x0, y0 = s->y0, x1 = s->x1, y1 = s->y1;
    if (!lk_clip(&x0, &x1, &y0, &y1, -margin, c->coverage.width + margin) ||
        !lk_clip(&y0, &y1, &x0, &x1, -margin, c->coverage.height + margin))
        return false;
    const double dx = x1 - x0, dy = y1 - y0, length = sqrt(dx * dx + dy * dy);
    const bool is_dot = length < 1e-6;
    bar->x = (float)((x0 + x1) / 2);
    bar->y = (float)((y0 + y1) / 2);
    bar->ux = is_dot ? 1 : (float)(dx / length);
    bar->uy = is_dot ? 0 : (float)(dy / length);
    bar->half_length = (float)(length / 2);
    const float ux = fabsf(bar->ux), uy = fabsf(bar->uy);
    bar->across = ux * bar->half_length + uy * bar->half_width + bar->reach;
    bar->down = uy * bar->half_length + ux * bar->half_width + bar->reach;
    bar->per_ux = ux > 0.015f ? 1 / bar->ux : 0;
    bar->per_uy = uy > 0.015f ? 1 / bar->uy : 0;
    return true;
}

/// Returns a number of pixels rounded down, limited to 0…limit.
static inline int32_t lk_pixels_until(float x, int32_t limit) {
    return !(x > 0) ? 0 : x >= (float)limit ? limit : (int32_t)x;
}

static inline void lk_bar_rows(const lk_bar *bar, int32_t height, int32_t *top, int32_t *bottom) {
    *top = lk_pixels_until(bar->y - bar->down - 0.6f, height);
    *bottom = lk_pixels_until(bar->y + bar->down + 0.6f, height);
}

/// Finds the columns that a shape may cover in a row whose center is `dy` below that of the shape,
/// as whole groups of eight.
static inline void lk_bar_columns(const lk_bar *bar, float dy, int32_t width, int32_t *begin,
                                  int32_t *end) {
#pragma STDC FP_CONTRACT OFF
    float left = -bar->across, right = bar->across;
    if (bar->per_uy != 0) {
        const float middle = bar->ux * dy * bar->per_uy;
        const float half = (bar->half_width + bar->reach) * fabsf(bar->per_uy);
        if (middle - half > left) left = middle - half;
        if (middle + half < right) right = middle + half;
    }
    if (bar->per_ux != 0) {
        const float middle = -bar->uy * dy * bar->per_ux;
        const float half = (bar->half_length + bar->reach) * fabsf(bar->per_ux);
        if (middle - half > left) left = middle - half;
        if (middle + half < right) right = middle + half;
    }
    // Pixel centers are half a pixel further; the rest allows for rounding.
    *begin = lk_pixels_until(bar->x + left - 0.6f, width) & ~7;
    *end = (lk_pixels_until(bar->x + right + 0.6f, width) + 7) & ~7;
}

/// Marks the blocks of columns `begin..<end` of a row.
static inline void lk_touch(const lk_coverage *c, int32_t row, int32_t begin, int32_t end) {
    uint64_t *words = c->touched + (ptrdiff_t)row * c->words;
    for (int32_t i = begin / LK_COVERAGE_BLOCK; i <= (end - 1) / LK_COVERAGE_BLOCK; i++)
        words[i / 64] |= (uint64_t)1 << (i % 64);
}

// The blend: value·(255 − a) + color·a, divided by 255 and rounded.

static inline uint32_t lk_over_255(uint32_t x) { return (x + 128 + ((x + 128) >> 8)) >> 8; }

static inline uint8_t lk_blended(uint8_t value, uint8_t color, uint32_t a) {
    return (uint8_t)lk_over_255(value * (255 - a) + color * a);
}

static inline void lk_blend_rgb_pixels(const lk_u8_blend_rgb *b, const uint8_t *coverage,
                                       uint8_t *pixels, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const uint32_t a = lk_over_255((uint32_t)coverage[i] * b->opacity);
        for (int32_t c = 0; c < 3; c++)
            pixels[3 * i + c] = lk_blended(pixels[3 * i + c], b->color[c], a);
    }
}

/// Blends up to one block of two rows; for the last row of an image with an odd number of rows,
/// `lower` is `upper`.
static inline void lk_blend_yuv_pixels(const lk_u8_blend_yuv *b, const uint8_t *upper,
                                       const uint8_t *lower, int32_t row, int32_t x,
                                       int32_t count) {
    for (int32_t side = 0; side < (lower == upper ? 1 : 2); side++) {
        const uint8_t *coverage = side == 0 ? upper : lower;
        uint8_t *luma = b->planes[0] + (2 * row + side) * b->strides[0] + x;
        for (int32_t i = 0; i < count; i++)
            luma[i] = lk_blended(
                luma[i], b->color[0], lk_over_255((uint32_t)coverage[i] * b->opacity));
    }
    for (int32_t i = 0; i < count; i += 2) {
        const int32_t next = i + 1 < count ? i + 1 : i;
        const uint32_t sum = (uint32_t)upper[i] + upper[next] + lower[i] + lower[next];
        const uint32_t a = lk_over_255(((sum + 2) >> 2) * b->opacity);
        for (int32_t c = 1; c < 3; c++) {
            uint8_t *chroma = b->planes[c] + row * b->strides[c] + (x + i) / 2;
            *chroma = lk_blended(*chroma, b->color[c], a);
        }
    }
}

/// Runs the statement that follows for each block of word `index` whose bit is set in `bits`, with
/// its first column `x` and number of pixels `count`.
#define LK_EACH_BLOCK(index, bits, coverage, x, count)                                      \
    for (uint64_t rest_ = (bits); rest_ != 0; rest_ &= rest_ - 1)                           \
        for (int32_t x = ((index) * 64 + __builtin_ctzll(rest_)) * LK_COVERAGE_BLOCK,       \
                     count = (coverage)->width - x < LK_COVERAGE_BLOCK                      \
                                 ? (coverage)->width - x                                    \
                                 : LK_COVERAGE_BLOCK,                                       \
                     once_ = 1;                                                             \
             once_; once_ = 0)

/// Covers the pixels from column `first` to `last` of a row whose center is `dy` below the bar's.
typedef void lk_cover_span(
    const lk_bar *bar, float dy, int32_t first, int32_t last, uint8_t *row);

/// Covers the segments from `begin` to `end`, span by span.
static inline __attribute__((always_inline)) void lk_cover_segments(
    const lk_u8_cover *c, int32_t begin, int32_t end, lk_cover_span *cover) {
    for (int32_t i = begin; i < end; i++) {
        lk_bar bar;
        if (!lk_prepare(c, &c->segments[i], &bar)) continue;
        int32_t top, bottom;
        lk_bar_rows(&bar, c->coverage.height, &top, &bottom);
        for (int32_t row = top; row < bottom; row++) {
            const float dy = (float)row + 0.5f - bar.y;
            int32_t first, last;
            lk_bar_columns(&bar, dy, c->coverage.width, &first, &last);
            if (first >= last) continue;
            lk_touch(&c->coverage, row, first, last);
            cover(&bar, dy, first, last, c->coverage.bytes + row * c->coverage.stride);
        }
    }
}

#endif
