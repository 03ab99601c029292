#include "lk_f32.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx,f16c"))) static int64_t convert_f16c(const uint8_t *halves,
                                                                float *floats, int64_t count) {
    int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        _mm256_storeu_ps(floats + i,
                         _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(halves + 2 * i))));
    return i;
}

__attribute__((target("avx,f16c"))) static int64_t narrow_f16c(const float *floats,
                                                               uint8_t *halves, int64_t count) {
    int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        _mm_storeu_si128((__m128i *)(halves + 2 * i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(floats + i), _MM_FROUND_TO_NEAREST_INT));
    return i;
}
#endif

/// One half by its bits: normal numbers move the exponent, subnormal ones are scaled.
static float convert(uint16_t half) {
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

void lk_f16_to_f32(lk_level level, const void *halves, float *floats, int64_t count) {
    const uint8_t *bytes = halves;
    int64_t i = 0;
#if defined(__x86_64__)
    if (level == LK_AVX2 || level == LK_AVX512) i = convert_f16c(bytes, floats, count);
#else
    (void)level;
#endif
    for (; i < count; i++) {
        uint16_t half;
        memcpy(&half, bytes + 2 * i, 2);
        floats[i] = convert(half);
    }
}

/// The half that is the float exactly.
static uint16_t narrow(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    const uint32_t exponent = bits >> 23 & 255;
    if (exponent == 255) return sign | 0x7c00 | (uint16_t)(bits >> 13 & 1023);
    if (exponent > 112) return sign | (uint16_t)(((bits & 0x7fffffff) - (112u << 23)) >> 13);
    return sign | (uint16_t)((value < 0 ? -value : value) * 0x1p24f);
}

void lk_f32_to_f16(lk_level level, const float *floats, void *halves, int64_t count) {
    uint8_t *bytes = halves;
    int64_t i = 0;
#if defined(__x86_64__)
    if (level == LK_AVX2 || level == LK_AVX512) i = narrow_f16c(floats, bytes, count);
#else
    (void)level;
#endif
    for (; i < count; i++) {
        const uint16_t half = narrow(floats[i]);
        memcpy(bytes + 2 * i, &half, 2);
    }
}
