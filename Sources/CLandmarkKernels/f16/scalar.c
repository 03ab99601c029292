#include "lk_f16.h"

#include <string.h>

#include "../kernel.h"

#define LK_ISA scalar

/// Widens one half-precision number by its bits: for normal numbers the exponent is moved,
/// subnormal ones are scaled.
static float widen(uint16_t half) {
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    const uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
    uint32_t bits;
    if (exponent == 31) {
        bits = sign | 0x7f800000 | fraction << 13;
    } else if (exponent) {
        bits = sign | (exponent + 112) << 23 | fraction << 13;
    } else {
        const float tiny = (float)fraction * 0x1p-24f;
        memcpy(&bits, &tiny, 4);
        bits |= sign;
    }
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

LK_KERNEL(f16_to_f32) {
    const lk_f16_to_f32 *c = args;
    const uint8_t *halves = c->halves;
    float *floats = c->floats;
    for (int64_t i = begin; i < end; i++) {
        uint16_t half;
        memcpy(&half, halves + 2 * i, 2);
        floats[i] = widen(half);
    }
}

/// Returns the half-precision number that equals the float.
static uint16_t narrow(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    const uint32_t exponent = bits >> 23 & 255;
    if (exponent == 255) return sign | 0x7c00 | (uint16_t)(bits >> 13 & 1023);
    if (exponent > 112) return sign | (uint16_t)(((bits & 0x7fffffff) - (112u << 23)) >> 13);
    return sign | (uint16_t)((value < 0 ? -value : value) * 0x1p24f);
}

LK_KERNEL(f32_to_f16) {
    const lk_f32_to_f16 *c = args;
    const float *floats = c->floats;
    uint8_t *halves = c->halves;
    for (int64_t i = begin; i < end; i++) {
        const uint16_t half = narrow(floats[i]);
        memcpy(halves + 2 * i, &half, 2);
    }
}
