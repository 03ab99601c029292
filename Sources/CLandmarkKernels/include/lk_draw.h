#ifndef LK_DRAW_H
#define LK_DRAW_H

#include <stddef.h>
#include <stdint.h>

/// The number of pixels in a coverage block.
enum { LK_COVERAGE_BLOCK = 32 };

/// The coverage of each pixel, from 0 to 255, and which blocks of a row have been written.
/// Everything is zero where nothing was drawn.
typedef struct {
    uint8_t *bytes;
    /// Bytes between rows: at least `width`, a multiple of `LK_COVERAGE_BLOCK`.
    ptrdiff_t stride;
    int32_t width;
    int32_t height;
    /// A bit for each block of a row, lowest first: `words` words per row.
    uint64_t *touched;
    int32_t words;
} lk_coverage;

/// A line from one point to another, in pixels from the top left corner of the image.
typedef struct {
    float x0, y0, x1, y1;
} lk_segment;

/// Covers all points within `radius` of rectangles whose midlines are segments: a line with round
/// caps if `half_width` is 0, a disc if the ends coincide, otherwise a box with round corners.
/// Coverage depends on a pixel's distance from the edge; where shapes overlap, a pixel has the
/// largest of their coverages. Segments that are not finite or lie outside are skipped. A unit is a
/// segment; calls on one coverage must not overlap.
typedef struct {
    const lk_segment *segments;
    /// Half the width of the rectangles, 0…2²⁰.
    float half_width;
    /// 0.01…2²⁰; at least 0.5 unless `half_width` is 0.
    float radius;
    lk_coverage coverage;
} lk_u8_cover;

/// Blends a color into RGB24 pixels according to a coverage, which is then cleared. A unit is a
/// row.
typedef struct {
    lk_coverage coverage;
    uint8_t *pixels;
    /// Bytes between rows of pixels.
    ptrdiff_t stride;
    uint8_t color[3];
    /// From 0, transparent, to 255.
    uint8_t opacity;
} lk_u8_blend_rgb;

/// Blends a color into the planes of a YUV 4:2:0 image according to a coverage, which is then
/// cleared. Chroma uses the mean coverage of the up to four pixels that share a sample. A unit is a
/// row of chroma, which is two rows of luma.
typedef struct {
    lk_coverage coverage;
    /// Luma, blue difference and red difference.
    uint8_t *planes[3];
    ptrdiff_t strides[3];
    uint8_t color[3];
    uint8_t opacity;
} lk_u8_blend_yuv;

#endif
