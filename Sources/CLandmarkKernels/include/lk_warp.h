#ifndef LK_WARP_H
#define LK_WARP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The byte order of a pixel.
typedef enum {
    LK_RGB24 = 0,
    LK_RGBA32 = 1,
    LK_BGRA32 = 2,
    LK_GRAY8 = 3,
} lk_pixels;

/// A source image: `height` rows, `stride` bytes apart. No byte outside them is read.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
    ptrdiff_t stride;
    lk_pixels format;
} lk_image;

/// The part of an image to sample, and the number of output pixels.
typedef struct {
    /// Row-major 3×3 matrix from output columns and rows to image coordinates.
    double matrix[9];
    /// Outside the image: its edge pixels if true, zero if false.
    bool replicate;
    int32_t width;
    int32_t height;
} lk_warp;

/// Perspective sampling with OpenCV 4's integer arithmetic: positions rounded to 1/32 pixel,
/// bilinear weights in 1/1024, results rounded to a byte. The output is always RGB; gray fills all
/// three channels. A unit is an output row.
typedef struct {
    lk_image image;
    lk_warp warp;
    uint8_t *output;
    /// Bytes between output rows.
    ptrdiff_t stride;
} lk_u8_warp;

/// The same bytes times `scale` plus `offset`, each step rounded to float. A unit is an output row.
typedef struct {
    lk_image image;
    lk_warp warp;
    float scale;
    float offset;
    float *output;
    /// Floats between output rows.
    ptrdiff_t stride;
} lk_f32_warp;

#endif
