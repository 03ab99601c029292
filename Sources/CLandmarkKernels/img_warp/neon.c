#if defined(__aarch64__)

#include "warp.h"

#include <arm_neon.h>
#include <string.h>

#define LK_ISA neon

// A fused multiply-add would round once where the reference rounds twice.
#pragma STDC FP_CONTRACT OFF

static inline int32x2_t rounded(float64x2_t value) {
    // `maxnm` returns the number if the other operand is NaN, like the scalar code's clamp.
    value = vmaxnmq_f64(value, vdupq_n_f64(INT32_MIN));
    value = vminnmq_f64(value, vdupq_n_f64(INT32_MAX));
    return vmovn_s64(vcvtnq_s64_f64(value));
}

/// Computes the positions of two pixels in 1/32 pixels.
static inline void two(
    const double *m, const lk_span *span, int32_t from, int32_t *x, int32_t *y) {
    const double steps[2] = {0, 1};
    float64x2_t distance = vaddq_f64(vdupq_n_f64(span->first + from), vld1q_f64(steps));
    float64x2_t w = vaddq_f64(vdupq_n_f64(span->w), vmulq_f64(vdupq_n_f64(m[6]), distance));
    uint64x2_t none = vceqzq_f64(w);
    w = vdivq_f64(vdupq_n_f64(32.0), w);
    w = vreinterpretq_f64_u64(vbicq_u64(vreinterpretq_u64_f64(w), none));
    float64x2_t px = vaddq_f64(vdupq_n_f64(span->x), vmulq_f64(vdupq_n_f64(m[0]), distance));
    float64x2_t py = vaddq_f64(vdupq_n_f64(span->y), vmulq_f64(vdupq_n_f64(m[3]), distance));
    vst1_s32(x, rounded(vmulq_f64(px, w)));
    vst1_s32(y, rounded(vmulq_f64(py, w)));
}

/// Byte orders of two neighbors above (0 to 7) and two below (8 to 15), such that one pairwise sum
/// adds neighbors and the next adds rows.
static const uint8_t orders[4][16] = {
    [LK_RGB24] = {0, 3, 8, 11, 1, 4, 9, 12, 2, 5, 10, 13, 255, 255, 255, 255},
    [LK_RGBA32] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 255, 255, 255, 255},
    [LK_BGRA32] = {2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12, 255, 255, 255, 255},
    [LK_GRAY8] = {0, 1, 8, 9, 0, 1, 8, 9, 0, 1, 8, 9, 255, 255, 255, 255},
};

/// Blends one pixel whose neighbors can be read as 8 bytes per row; also writes a fourth byte.
static inline void blend(
    const uint8_t *pixel, ptrdiff_t stride, int32_t x, int32_t y, uint8x16_t order, uint8_t *rgb) {
    uint16_t right = x & 31, below = y & 31;
    uint8x8_t across = vreinterpret_u8_u16(vdup_n_u16((uint16_t)((32 - right) | right << 8)));
    uint16x4_t down = vreinterpret_u16_u32(
        vdup_n_u32((uint32_t)(32 - below) | (uint32_t)below << 16));
    uint8x16_t bytes = vcombine_u8(vld1_u8(pixel), vld1_u8(pixel + stride));
    bytes = vqtbl1q_u8(bytes, order);
    uint16x8_t rows = vpaddq_u16(
        vmull_u8(vget_low_u8(bytes), across), vmull_u8(vget_high_u8(bytes), across));
    uint32x4_t sums = vpaddq_u32(
        vmull_u16(vget_low_u16(rows), down), vmull_u16(vget_high_u16(rows), down));
    uint16x4_t values = vrshrn_n_u32(sums, 10);
    uint32_t packed = vget_lane_u32(
        vreinterpret_u32_u8(vmovn_u16(vcombine_u16(values, values))), 0);
    memcpy(rgb, &packed, 4);
}

static void sample(
    const lk_image *image, const lk_warp *warp, const lk_span *span, uint8_t *rgb) {
    uint8x16_t order = vld1q_u8(orders[image->format]);
    ptrdiff_t step = lk_warp__bytes_per_pixel(image->format);
    // Two neighbors are read as 8 bytes even if they take fewer, which is not allowed at the end of
    // the image.
    ptrdiff_t readable = (image->height - 2) * image->stride + image->width * step - 8;
    int32_t done = 0;
    for (; done + 2 <= span->count; done += 2) {
        int32_t x[2], y[2];
        two(warp->matrix, span, done, x, y);
        for (int i = 0; i < 2; i++) {
            uint8_t *out = rgb + 3 * (done + i);
            int32_t column = x[i] >> 5, row = y[i] >> 5;
            bool inside = column >= 0 && row >= 0 && column + 1 < image->width
                       && row + 1 < image->height;
            ptrdiff_t offset = row * image->stride + column * step;
            if (inside && offset <= readable)
                blend(image->pixels + offset, image->stride, x[i], y[i], order, out);
            else
                lk_warp__pixel(image, warp->replicate, x[i], y[i], out);
        }
    }
    if (done < span->count) lk_warp__span_scalar(image, warp, span, done, rgb);
}

static void convert(const uint8_t *bytes, int32_t count, float scale, float offset, float *out) {
    float32x4_t factor = vdupq_n_f32(scale), term = vdupq_n_f32(offset);
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint16x8_t wide = vmovl_u8(vld1_u8(bytes + i));
        float32x4_t low = vcvtq_f32_u32(vmovl_u16(vget_low_u16(wide)));
        float32x4_t high = vcvtq_f32_u32(vmovl_u16(vget_high_u16(wide)));
        vst1q_f32(out + i, vaddq_f32(vmulq_f32(low, factor), term));
        vst1q_f32(out + i + 4, vaddq_f32(vmulq_f32(high, factor), term));
    }
    for (; i < count; i++) out[i] = bytes[i] * scale + offset;
}

LK_KERNEL(u8_warp) {
    lk_warp__u8(args, begin, end, sample);
}

LK_KERNEL(f32_warp) {
    lk_warp__f32(args, begin, end, sample, convert);
}

#endif
