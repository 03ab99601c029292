#include "yuv.h"

#define LK_ISA scalar

/// Returns the upper half of a product of two 16-bit numbers.
static int32_t product(int32_t a, int32_t b) { return (a * b) >> 16; }

static uint8_t byte(int32_t value) {
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void lk_yuv__row(const lk_u8_yuv_to_rgb *c, int32_t y, int32_t from) {
    const lk_yuv_factors *f = &c->factors;
    const uint8_t *luma = c->luma + y * c->luma_stride;
    const uint8_t *cb = c->cb + (y >> 1) * c->cb_stride;
    const uint8_t *cr = c->cr + (y >> 1) * c->cr_stride;
    uint8_t *rgb = c->output + y * c->stride;
    for (int32_t x = from; x < c->width; x++) {
        int32_t u = cb[x >> 1] * 8 - 1024, v = cr[x >> 1] * 8 - 1024;
        int32_t light = product(luma[x] * 8 - f->black, f->luma);
        rgb[3 * x] = byte(light + product(v, f->red_of_cr));
        rgb[3 * x + 1] =
            byte(light + product(u, f->green_of_cb) + product(v, f->green_of_cr));
        rgb[3 * x + 2] = byte(light + product(u, f->blue_of_cb));
    }
}

LK_KERNEL(u8_yuv_to_rgb) {
    const lk_u8_yuv_to_rgb *c = args;
    for (int32_t y = begin; y < end; y++) lk_yuv__row(c, y, 0);
}
