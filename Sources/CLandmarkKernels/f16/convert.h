// Half-precision numbers by their bits, for processors and compilers without such a type.

#ifndef LK_F16_CONVERT_H
#define LK_F16_CONVERT_H

#include <stdint.h>
#include <string.h>

/// Widens a half-precision number: for normal numbers the exponent is moved, subnormal ones are scaled.
static inline float lk_half_to_float(uint16_t half) {
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

/// Returns the nearest half-precision number, ties to even; infinity from 65,520 on.
static inline uint16_t lk_half(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    const uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    const uint64_t size = bits & 0x7fffffffffffffff;
    // The exponents of infinity, of 65,536, and of the smallest normal half-precision number.
    const uint64_t infinity = 0x7ff0000000000000, large = 0x40f0000000000000,
                   normal = 0x3f10000000000000;
    if (size > infinity) return sign | 0x7e00 | (uint16_t)(size >> 42 & 1023);
    if (size >= large) return sign | 0x7c00;
    if (size < normal) {
        // Adding a power of two leaves no binary digits after those of a subnormal number.
        double magnitude;
        memcpy(&magnitude, &size, 8);
        return sign | (uint16_t)(magnitude * 0x1p24 + 0x1p52 - 0x1p52);
    }
    // The exponent is moved, and digits after the tenth are rounded; a carry increments it.
    const uint64_t moved = size - (1008ull << 52);
    const uint64_t even = moved >> 42 & 1;
    return sign | (uint16_t)((moved + 0x1ffffffffff + even) >> 42);
}

#endif
