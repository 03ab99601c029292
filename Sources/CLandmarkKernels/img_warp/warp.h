#ifndef LK_IMG_WARP_H
#define LK_IMG_WARP_H

#include "../kernel.h"
#include "lk_warp.h"

/// The maximum number of pixels of a span: OpenCV evaluates positions in blocks of 64 columns.
enum { LK_SPAN = 64 };

/// Space for the RGB bytes of a span; vector code may write up to 16 bytes past them.
enum { LK_SPAN_BYTES = LK_SPAN * 3 + 32 };

/// A run of output pixels in one row, and the homogeneous position of its reference column.
///
/// That column is the first of an OpenCV block, not of the row: floating-point rounding differs
/// between the two, and rounding to 1/32 pixel can expose it.
typedef struct {
    double x, y, w;
    /// The distance of the first pixel from the first column of the block.
    int32_t first;
    int32_t count;
} lk_span;

/// Samples `span->count` (at most `LK_SPAN`) pixels to RGB bytes.
typedef void lk_span_sampler(
    const lk_image *image, const lk_warp *warp, const lk_span *span, uint8_t *rgb);

/// Converts bytes to floats.
typedef void lk_span_converter(
    const uint8_t *bytes, int32_t count, float scale, float offset, float *out);

/// Compute the output rows `from..<to`.
void lk_warp__u8(const lk_u8_warp *c, int32_t from, int32_t to, lk_span_sampler *sample);

void lk_warp__f32(
    const lk_f32_warp *c, int32_t from, int32_t to, lk_span_sampler *sample,
    lk_span_converter *convert);

/// Samples a span in portable C.
lk_span_sampler lk_warp__sample_scalar;

/// Samples the part of a span from pixel `skip` on in portable C, for the remainder of vector code.
void lk_warp__span_scalar(
    const lk_image *image, const lk_warp *warp, const lk_span *span, int32_t skip,
    uint8_t *rgb);

/// Samples one pixel at any position, in 1/32 pixels.
void lk_warp__pixel(
    const lk_image *image, bool replicate, int32_t x, int32_t y, uint8_t *rgb);

static inline int32_t lk_warp__bytes_per_pixel(lk_pixels format) {
    return format == LK_RGB24 ? 3 : format == LK_GRAY8 ? 1 : 4;
}

#endif
