#ifndef LK_YUV_H
#define LK_YUV_H

#include <stddef.h>
#include <stdint.h>

/// The factors of a conversion from YUV to RGB. Components are multiplied by 8, so that the upper
/// 16 bits of a product with a factor are the result.
typedef struct {
    /// 8 times the luma of black.
    int16_t black;
    int16_t luma;
    int16_t red_of_cr;
    int16_t green_of_cb;
    int16_t green_of_cr;
    int16_t blue_of_cb;
} lk_yuv_factors;

/// Converts 8-bit YUV 4:2:0 to contiguous RGB bytes with the arithmetic of FFmpeg's libswscale on
/// x86, which rounds each product down. Each square of four pixels shares its chroma, so any part
/// that starts at an even column and row produces the same bytes as the whole. A unit is an output
/// row.
typedef struct {
    /// The first pixel to convert, whose column and row are even.
    const uint8_t *luma;
    /// Its chroma.
    const uint8_t *cb;
    const uint8_t *cr;
    /// Bytes between rows.
    ptrdiff_t luma_stride;
    ptrdiff_t cb_stride;
    ptrdiff_t cr_stride;
    /// The columns to convert. No byte outside them is read or written.
    int32_t width;
    lk_yuv_factors factors;
    uint8_t *output;
    /// Bytes between output rows.
    ptrdiff_t stride;
} lk_u8_yuv_to_rgb;

#endif
