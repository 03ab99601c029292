#include "../vector.h"
#include "draw.h"

typedef int32_t lk_eight_integers __attribute__((vector_size(32)));
typedef uint8_t lk_eight_bytes __attribute__((vector_size(8), aligned(1)));
typedef uint8_t lk_bytes __attribute__((vector_size(16), aligned(1)));
typedef uint16_t lk_shorts __attribute__((vector_size(32)));

/// Covers eight pixels. Products and sums are rounded separately, as in the scalar kernel.
LK_INLINE void lk_cover_eight(const lk_bar *bar, float dy, int32_t x, uint8_t *bytes) {
#pragma STDC FP_CONTRACT OFF
    const lk_eight zero = {0}, lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const lk_eight dx = (lanes + (float)x) + 0.5f - bar->x;
    const lk_eight along =
        __builtin_elementwise_abs(bar->ux * dx + bar->uy * dy) - bar->half_length;
    const lk_eight beside =
        __builtin_elementwise_abs(bar->ux * dy - bar->uy * dx) - bar->half_width;
    const lk_eight a = __builtin_elementwise_max(along, zero);
    const lk_eight b = __builtin_elementwise_max(beside, zero);
    lk_eight value = bar->reach - __builtin_elementwise_sqrt(a * a + b * b);
    value = __builtin_elementwise_min(value, lk_splat_eight(bar->most));
    value = __builtin_elementwise_max(value, zero) * 255 + 0.5f;
    const lk_eight_bytes covered =
        __builtin_convertvector(__builtin_convertvector(value, lk_eight_integers), lk_eight_bytes);
    lk_eight_bytes *at = (lk_eight_bytes *)bytes;
    *at = __builtin_elementwise_max(*at, covered);
}

LK_INLINE void lk_cover_eights(
    const lk_bar *bar, float dy, int32_t first, int32_t last, uint8_t *row) {
    for (int32_t x = first; x < last; x += 8) lk_cover_eight(bar, dy, x, row + x);
}

LK_KERNEL(u8_cover) { lk_cover_segments(args, begin, end, lk_cover_eights); }

LK_INLINE lk_shorts lk_over_255_each(lk_shorts x) {
    x += 128;
    return (x + (x >> 8)) >> 8;
}

/// Blends sixteen bytes, each with its own color and opacity.
LK_INLINE void lk_blend_bytes(uint8_t *bytes, lk_shorts color, lk_shorts a) {
    const lk_shorts value = __builtin_convertvector(*(const lk_bytes *)bytes, lk_shorts);
    *(lk_bytes *)bytes = __builtin_convertvector(
        lk_over_255_each(value * (255 - a) + color * a), lk_bytes);
}

LK_INLINE bool lk_is_clear(const uint8_t *coverage) {
    uint64_t parts[2];
    memcpy(parts, coverage, sizeof parts);
    return (parts[0] | parts[1]) == 0;
}

/// Returns the opacities of sixteen pixels.
LK_INLINE lk_shorts lk_opacities(const uint8_t *coverage, uint16_t opacity) {
    return lk_over_255_each(
        __builtin_convertvector(*(const lk_bytes *)coverage, lk_shorts) * opacity);
}

LK_KERNEL(u8_blend_rgb) {
    const lk_u8_blend_rgb *b = args;
    const lk_coverage *c = &b->coverage;
    const uint16_t red = b->color[0], green = b->color[1], blue = b->color[2];
    const lk_shorts first = {red, green, blue, red, green, blue, red, green,
                             blue, red, green, blue, red, green, blue, red};
    const lk_shorts second = {green, blue, red, green, blue, red, green, blue,
                              red, green, blue, red, green, blue, red, green};
    const lk_shorts third = {blue, red, green, blue, red, green, blue, red,
                             green, blue, red, green, blue, red, green, blue};
    for (int32_t row = begin; row < end; row++) {
        uint64_t *touched = c->touched + (ptrdiff_t)row * c->words;
        for (int32_t i = 0; i < c->words; i++) {
            LK_EACH_BLOCK(i, touched[i], c, x, count) {
                uint8_t *coverage = c->bytes + row * c->stride + x;
                uint8_t *pixels = b->pixels + row * b->stride + 3 * x;
                if (count < LK_COVERAGE_BLOCK) {
                    lk_blend_rgb_pixels(b, coverage, pixels, count);
                } else {
                    for (int32_t j = 0; j < LK_COVERAGE_BLOCK; j += 16) {
                        if (lk_is_clear(coverage + j)) continue;
                        const lk_bytes a = __builtin_convertvector(
                            lk_opacities(coverage + j, b->opacity), lk_bytes);
                        lk_blend_bytes(
                            pixels + 3 * j, first,
                            __builtin_convertvector(
                                __builtin_shufflevector(
                                    a, a, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5),
                                lk_shorts));
                        lk_blend_bytes(
                            pixels + 3 * j + 16, second,
                            __builtin_convertvector(
                                __builtin_shufflevector(
                                    a, a, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10),
                                lk_shorts));
                        lk_blend_bytes(
                            pixels + 3 * j + 32, third,
                            __builtin_convertvector(
                                __builtin_shufflevector(
                                    a, a, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15,
                                    15, 15),
                                lk_shorts));
                    }
                }
                memset(coverage, 0, LK_COVERAGE_BLOCK);
            }
            touched[i] = 0;
        }
    }
}

/// Blends a whole block of a row of luma.
LK_INLINE void lk_blend_luma(const lk_u8_blend_yuv *b, const uint8_t *coverage, uint8_t *luma) {
    const lk_shorts color = (lk_shorts){0} + (uint16_t)b->color[0];
    LK_UNROLL for (int32_t j = 0; j < LK_COVERAGE_BLOCK; j += 16) {
        if (lk_is_clear(coverage + j)) continue;
        lk_blend_bytes(luma + j, color, lk_opacities(coverage + j, b->opacity));
    }
}

/// Returns the sums of neighbors in a block of coverage.
LK_INLINE lk_shorts lk_pair_sums(const uint8_t *coverage) {
    lk_shorts pairs;
    memcpy(&pairs, coverage, sizeof pairs);
    return (pairs & 255) + (pairs >> 8);
}

LK_KERNEL(u8_blend_yuv) {
    const lk_u8_blend_yuv *b = args;
    const lk_coverage *c = &b->coverage;
    for (int32_t row = begin; row < end; row++) {
        const int32_t below = 2 * row + 1 < c->height ? 1 : 0;
        uint64_t *touched = c->touched + (ptrdiff_t)(2 * row) * c->words;
        for (int32_t i = 0; i < c->words; i++) {
            LK_EACH_BLOCK(i, touched[i] | touched[below * c->words + i], c, x, count) {
                uint8_t *upper = c->bytes + 2 * row * c->stride + x;
                uint8_t *lower = upper + below * c->stride;
                if (count < LK_COVERAGE_BLOCK) {
                    lk_blend_yuv_pixels(b, upper, lower, row, x, count);
                } else {
                    uint8_t *luma = b->planes[0] + 2 * row * b->strides[0] + x;
                    lk_blend_luma(b, upper, luma);
                    if (below) lk_blend_luma(b, lower, luma + b->strides[0]);
                    const lk_shorts mean = (lk_pair_sums(upper) + lk_pair_sums(lower) + 2) >> 2;
                    const lk_shorts a = lk_over_255_each(mean * (uint16_t)b->opacity);
                    LK_UNROLL for (int32_t j = 1; j < 3; j++)
                        lk_blend_bytes(
                            b->planes[j] + row * b->strides[j] + x / 2,
                            (lk_shorts){0} + (uint16_t)b->color[j], a);
                }
                memset(upper, 0, LK_COVERAGE_BLOCK);
                memset(lower, 0, LK_COVERAGE_BLOCK);
            }
            touched[i] = 0;
            touched[below * c->words + i] = 0;
        }
    }
}
