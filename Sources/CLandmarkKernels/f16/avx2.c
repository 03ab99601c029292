#if defined(__x86_64__)

#include "lk_f16.h"

#include <immintrin.h>

#include "../kernel.h"

#define LK_ISA avx2

void lk_f16_to_f32__scalar(const void *args, int32_t begin, int32_t end);
void lk_f32_to_f16__scalar(const void *args, int32_t begin, int32_t end);

LK_AVX2_BEGIN

LK_KERNEL(f16_to_f32) {
    const lk_f16_to_f32 *c = args;
    const uint8_t *halves = c->halves;
    float *floats = c->floats;
    int64_t i = begin;
    for (; i + 8 <= end; i += 8)
        _mm256_storeu_ps(floats + i,
                         _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(halves + 2 * i))));
    if (i < end) lk_f16_to_f32__scalar(args, (int32_t)i, end);
}

LK_KERNEL(f32_to_f16) {
    const lk_f32_to_f16 *c = args;
    const float *floats = c->floats;
    uint8_t *halves = c->halves;
    int64_t i = begin;
    for (; i + 8 <= end; i += 8)
        _mm_storeu_si128((__m128i *)(halves + 2 * i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(floats + i), _MM_FROUND_TO_NEAREST_INT));
    if (i < end) lk_f32_to_f16__scalar(args, (int32_t)i, end);
}

LK_END

#endif
