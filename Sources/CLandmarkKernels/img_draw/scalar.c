#include "draw.h"

#define LK_ISA scalar

static void lk_cover_pixels(
    const lk_bar *bar, float dy, int32_t first, int32_t last, uint8_t *row) {
#pragma STDC FP_CONTRACT OFF
    for (int32_t x = first; x < last; x++) {
        const float dx = (float)x + 0.5f - bar->x;
        const float along = fabsf(bar->ux * dx + bar->uy * dy) - bar->half_length;
        const float beside = fabsf(bar->ux * dy - bar->uy * dx) - bar->half_width;
        const float a = along > 0 ? along : 0, b = beside > 0 ? beside : 0;
        float value = bar->reach - sqrtf(a * a + b * b);
        value = value < bar->most ? value : bar->most;
        value = value > 0 ? value : 0;
        const uint8_t covered = (uint8_t)(int32_t)(value * 255 + 0.5f);
        if (covered > row[x]) row[x] = covered;
    }
}

LK_KERNEL(u8_cover) { lk_cover_segments(args, begin, end, lk_cover_pixels); }

LK_KERNEL(u8_blend_rgb) {
    const lk_u8_blend_rgb *b = args;
    const lk_coverage *c = &b->coverage;
    for (int32_t row = begin; row < end; row++) {
        uint64_t *touched = c->touched + (ptrdiff_t)row * c->words;
        for (int32_t i = 0; i < c->words; i++) {
            LK_EACH_BLOCK(i, touched[i], c, x, count) {
                uint8_t *coverage = c->bytes + row * c->stride + x;
                lk_blend_rgb_pixels(b, coverage, b->pixels + row * b->stride + 3 * x, count);
                memset(coverage, 0, LK_COVERAGE_BLOCK);
            }
            touched[i] = 0;
        }
    }
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
                lk_blend_yuv_pixels(b, upper, lower, row, x, count);
                memset(upper, 0, LK_COVERAGE_BLOCK);
                memset(lower, 0, LK_COVERAGE_BLOCK);
            }
            touched[i] = 0;
            touched[below * c->words + i] = 0;
        }
    }
}
