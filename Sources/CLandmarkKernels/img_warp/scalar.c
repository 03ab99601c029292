#include "warp.h"

#include <limits.h>
#include <math.h>

#define LK_ISA scalar

#pragma STDC FP_CONTRACT OFF

/// Rounds half to even after clamping to the range of an int; NaN becomes the minimum.
static int32_t position(double value) {
    if (!(value > INT32_MIN)) return INT32_MIN;
    if (value >= INT32_MAX) return INT32_MAX;
    return (int32_t)lrint(value);
}

static int32_t clamped(int32_t value, int32_t end) {
    return value < 0 ? 0 : value >= end ? end - 1 : value;
}

static const uint8_t outside[4];

/// Returns the pixel at a column and row, or four zeros.
static const uint8_t *tap(const lk_image *image, bool replicate, int32_t x, int32_t y) {
    if (replicate) {
        x = clamped(x, image->width);
        y = clamped(y, image->height);
    } else if (x < 0 || y < 0 || x >= image->width || y >= image->height) {
        return outside;
    }
    return image->pixels + y * image->stride + x * lk_warp__bytes_per_pixel(image->format);
}

/// The offsets of red, green and blue in a pixel.
static const uint8_t channels[4][3] = {
    [LK_RGB24] = {0, 1, 2},
    [LK_RGBA32] = {0, 1, 2},
    [LK_BGRA32] = {2, 1, 0},
    [LK_GRAY8] = {0, 0, 0},
};

/// Blends four neighbors. OpenCV's weights are 32 times these and its shift is 15 bits; the quotients
/// are the same.
static inline void blend(
    const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, int32_t x, int32_t y,
    const uint8_t order[3], uint8_t *rgb) {
    int32_t right = x & 31, below = y & 31;
    int32_t left = 32 - right, above = 32 - below;
    for (int i = 0; i < 3; i++) {
        int32_t at = order[i];
        int32_t upper = a[at] * left + b[at] * right;
        int32_t lower = c[at] * left + d[at] * right;
        rgb[i] = (uint8_t)((upper * above + lower * below + 512) >> 10);
    }
}

void lk_warp__pixel(
    const lk_image *image, bool replicate, int32_t x, int32_t y, uint8_t *rgb) {
    int32_t column = x >> 5, row = y >> 5;
    blend(
        tap(image, replicate, column, row), tap(image, replicate, column + 1, row),
        tap(image, replicate, column, row + 1), tap(image, replicate, column + 1, row + 1),
        x, y, channels[image->format], rgb);
}

void lk_warp__span_scalar(
    const lk_image *image, const lk_warp *warp, const lk_span *span, int32_t skip,
    uint8_t *rgb) {
    const double *m = warp->matrix;
    const uint8_t *order = channels[image->format];
    ptrdiff_t step = lk_warp__bytes_per_pixel(image->format);
    for (int32_t i = skip; i < span->count; i++) {
        double distance = span->first + i;
        double w = span->w + m[6] * distance;
        w = w != 0 ? 32.0 / w : 0;
        int32_t x = position((span->x + m[0] * distance) * w);
        int32_t y = position((span->y + m[3] * distance) * w);
        int32_t column = x >> 5, row = y >> 5;
        if (column >= 0 && row >= 0 && column + 1 < image->width && row + 1 < image->height) {
            const uint8_t *p = image->pixels + row * image->stride + column * step;
            const uint8_t *below = p + image->stride;
            blend(p, p + step, below, below + step, x, y, order, rgb + 3 * i);
        } else {
            lk_warp__pixel(image, warp->replicate, x, y, rgb + 3 * i);
        }
    }
}

void lk_warp__sample_scalar(
    const lk_image *image, const lk_warp *warp, const lk_span *span, uint8_t *rgb) {
    lk_warp__span_scalar(image, warp, span, 0, rgb);
}

static void convert(const uint8_t *bytes, int32_t count, float scale, float offset, float *out) {
    for (int32_t i = 0; i < count; i++) out[i] = bytes[i] * scale + offset;
}

LK_KERNEL(u8_warp) {
    lk_warp__u8(args, begin, end, lk_warp__sample_scalar);
}

LK_KERNEL(f32_warp) {
    lk_warp__f32(args, begin, end, lk_warp__sample_scalar, convert);
}
