#ifndef LK_WARP_H
#define LK_WARP_H

#include "lk_f32.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The order of a pixel's bytes.
typedef enum {
    LK_RGB24 = 0,
    LK_RGBA32 = 1,
    LK_BGRA32 = 2,
    LK_GRAY8 = 3,
} lk_pixels;

/// An image to read from: `height` rows, `stride` bytes apart. No byte outside is read.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
    ptrdiff_t stride;
    lk_pixels format;
} lk_image;

/// Which part of an image to sample, and onto how many pixels.
typedef struct {
    /// Row-major 3×3 matrix from output columns and rows to those of the image.
    double matrix[9];
    /// Outside the image: its edge pixels when true, zero when false.
    bool replicate;
    int32_t width;
    int32_t height;
} lk_warp;

/// Perspective sampling in OpenCV 4's integer arithmetic: positions rounded to 1/32 pixel, bilinear
/// weights in 1/1024, results rounded to a byte. The output is always RGB; gray is spread. A unit
/// is an output row.
typedef struct {
    lk_image image;
    lk_warp warp;
    uint8_t *output;
    /// Bytes from output row to output row.
    ptrdiff_t stride;
} lk_u8_warp;

/// The same bytes, times `scale` plus `offset`, each rounded to float. A unit is an output row.
typedef struct {
    lk_image image;
    lk_warp warp;
    float scale;
    float offset;
    float *output;
    /// Floats from output row to output row.
    ptrdiff_t stride;
} lk_f32_warp;

void lk_u8_warp__scalar(const void *args, int32_t begin, int32_t end);
void lk_f32_warp__scalar(const void *args, int32_t begin, int32_t end);
#if defined(__x86_64__)
void lk_u8_warp__avx2(const void *args, int32_t begin, int32_t end);
void lk_f32_warp__avx2(const void *args, int32_t begin, int32_t end);
#endif
#if defined(__aarch64__)
void lk_u8_warp__neon(const void *args, int32_t begin, int32_t end);
void lk_f32_warp__neon(const void *args, int32_t begin, int32_t end);
#endif

/// The kernels of `level`, or of the nearest lower one that has some: AVX-512 uses AVX2's.
lk_kernel lk_u8_warp_at(lk_level level);
lk_kernel lk_f32_warp_at(lk_level level);

#endif
