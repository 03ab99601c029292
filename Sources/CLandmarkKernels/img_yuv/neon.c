#if defined(__aarch64__)

#include "yuv.h"

#include <arm_neon.h>

#define LK_ISA neon

/// Returns the upper halves of products with a factor.
static inline int16x8_t product(int16x8_t values, int16_t factor) {
    int32x4_t low = vmull_n_s16(vget_low_s16(values), factor);
    int32x4_t high = vmull_high_n_s16(values, factor);
    return vuzp2q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
}

/// Returns eight times the bytes, minus `middle`.
static inline int16x8_t eightfold(uint8x8_t bytes, int16_t middle) {
    return vsubq_s16(vreinterpretq_s16_u16(vshll_n_u8(bytes, 3)), vdupq_n_s16(middle));
}

/// Returns 16 pixels of a color as bytes.
static inline uint8x16_t color(int16x8_t even, int16x8_t odd, int16x8_t chroma) {
    uint8x8_t first = vqmovun_s16(vaddq_s16(even, chroma));
    uint8x8_t second = vqmovun_s16(vaddq_s16(odd, chroma));
    return vcombine_u8(vzip1_u8(first, second), vzip2_u8(first, second));
}

/// Converts 16 pixels to 48 bytes.
static inline void convert(
    const lk_yuv_factors *f, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr,
    uint8_t *rgb) {
    uint8x8x2_t pixels = vld2_u8(luma);
    int16x8_t even = product(eightfold(pixels.val[0], f->black), f->luma);
    int16x8_t odd = product(eightfold(pixels.val[1], f->black), f->luma);
    int16x8_t u = eightfold(vld1_u8(cb), 1024), v = eightfold(vld1_u8(cr), 1024);
    int16x8_t green = vaddq_s16(product(u, f->green_of_cb), product(v, f->green_of_cr));
    uint8x16x3_t out = {{
        color(even, odd, product(v, f->red_of_cr)),
        color(even, odd, green),
        color(even, odd, product(u, f->blue_of_cb)),
    }};
    vst3q_u8(rgb, out);
}

LK_KERNEL(u8_yuv_to_rgb) {
    const lk_u8_yuv_to_rgb *c = args;
    for (int32_t y = begin; y < end; y++) {
        const uint8_t *luma = c->luma + y * c->luma_stride;
        const uint8_t *cb = c->cb + (y >> 1) * c->cb_stride;
        const uint8_t *cr = c->cr + (y >> 1) * c->cr_stride;
        uint8_t *rgb = c->output + y * c->stride;
        int32_t x = 0;
        for (; x + 16 <= c->width; x += 16)
            convert(&c->factors, luma + x, cb + x / 2, cr + x / 2, rgb + 3 * x);
        lk_yuv__row(c, y, x);
    }
}

#endif
