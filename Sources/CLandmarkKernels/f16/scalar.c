#include "lk_f16.h"

#include "../kernel.h"
#include "convert.h"

#define LK_ISA scalar

LK_KERNEL(f16_to_f32) {
    const lk_f16_to_f32 *c = args;
    const uint8_t *halves = c->halves;
    for (int64_t i = begin; i < end; i++) {
        uint16_t half;
        memcpy(&half, halves + 2 * i, 2);
        c->floats[i] = lk_half_to_float(half);
    }
}

LK_KERNEL(f32_to_f16) {
    const lk_f32_to_f16 *c = args;
    uint8_t *halves = c->halves;
    for (int64_t i = begin; i < end; i++) {
        const uint16_t half = lk_half(c->floats[i]);
        memcpy(halves + 2 * i, &half, 2);
    }
}
