#if defined(__x86_64__)

#include "mask.h"

#include <immintrin.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define LK_ISA avx2

void lk_f32_mask__scalar(const void *args, int32_t begin, int32_t end);

// A fused multiply-add would round once where the reference rounds twice.
#pragma STDC FP_CONTRACT OFF
LK_AVX2_BEGIN

static inline bool every(__m256i mask) { return _mm256_movemask_epi8(mask) == -1; }

/// Returns a mask of the values in 0...last.
static inline __m256i within(__m256i value, __m256i last) {
    return _mm256_cmpeq_epi32(_mm256_min_epu32(value, last), value);
}

/// Returns whether no neighbor of any of the eight pixels is inside the source.
static inline bool apart(__m256i left, __m256i top, __m256i last_x, __m256i last_y) {
    __m256i one = _mm256_set1_epi32(1), least = _mm256_set1_epi32(-1);
    __m256i low = _mm256_or_si256(_mm256_cmpgt_epi32(least, left), _mm256_cmpgt_epi32(least, top));
    __m256i high = _mm256_or_si256(
        _mm256_cmpgt_epi32(left, _mm256_add_epi32(last_x, one)),
        _mm256_cmpgt_epi32(top, _mm256_add_epi32(last_y, one)));
    return every(_mm256_or_si256(low, high));
}

/// Loads two neighbors of each of eight pixels: all left ones, and all right ones.
static inline void pairs(const float *source, const int32_t at[8], __m256 *left, __m256 *right) {
    __m128 p[4];
    for (int i = 0; i < 4; i++) {
        __m128 first = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(source + at[2 * i])));
        p[i] = _mm_loadh_pi(first, (const __m64 *)(source + at[2 * i + 1]));
    }
    __m256 low = _mm256_set_m128(p[2], p[0]), high = _mm256_set_m128(p[3], p[1]);
    *left = _mm256_shuffle_ps(low, high, 0x88);
    *right = _mm256_shuffle_ps(low, high, 0xDD);
}

/// Blends eight pixels whose neighbors are all inside the source.
static inline __m256 blend(
    const lk_f32_mask *c, __m256i left, __m256i top, __m256i at_x, __m256i at_y) {
    int32_t at[8];
    _mm256_storeu_si256(
        (__m256i *)at,
        _mm256_add_epi32(_mm256_mullo_epi32(top, _mm256_set1_epi32(c->source_width)), left));
    __m256 upper_left, upper_right, lower_left, lower_right;
    pairs(c->source, at, &upper_left, &upper_right);
    pairs(c->source + c->source_width, at, &lower_left, &lower_right);
    __m256i part = _mm256_set1_epi32(31);
    __m256 step = _mm256_set1_ps(1.0f / 32), one = _mm256_set1_ps(1);
    __m256 right = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_and_si256(at_x, part)), step);
    __m256 lower = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_and_si256(at_y, part)), step);
    __m256 before = _mm256_sub_ps(one, right), upper = _mm256_sub_ps(one, lower);
    __m256 sum = _mm256_add_ps(
        _mm256_mul_ps(upper_left, _mm256_mul_ps(upper, before)),
        _mm256_mul_ps(upper_right, _mm256_mul_ps(upper, right)));
    sum = _mm256_add_ps(sum, _mm256_mul_ps(lower_left, _mm256_mul_ps(lower, before)));
    return _mm256_add_ps(sum, _mm256_mul_ps(lower_right, _mm256_mul_ps(lower, right)));
}

static void row(const lk_f32_mask *c, lk_mask_row row, float *out) {
    const __m256i last_x = _mm256_set1_epi32(c->source_width - 2);
    const __m256i last_y = _mm256_set1_epi32(c->source_height - 2);
    const __m256i row_x = _mm256_set1_epi32(row.x), row_y = _mm256_set1_epi32(row.y);
    int32_t i = 0;
    for (; i + 8 <= c->width; i += 8) {
        __m256i column_x = _mm256_loadu_si256((const __m256i *)(c->columns + i));
        __m256i column_y = _mm256_loadu_si256((const __m256i *)(c->columns + c->width + i));
        __m256i at_x = _mm256_srai_epi32(_mm256_add_epi32(row_x, column_x), 5);
        __m256i at_y = _mm256_srai_epi32(_mm256_add_epi32(row_y, column_y), 5);
        __m256i left = _mm256_srai_epi32(at_x, 5), top = _mm256_srai_epi32(at_y, 5);
        if (every(_mm256_and_si256(within(left, last_x), within(top, last_y))))
            _mm256_storeu_ps(out + i, blend(c, left, top, at_x, at_y));
        else if (apart(left, top, last_x, last_y))
            _mm256_storeu_ps(out + i, _mm256_setzero_ps());
        else
            lk_mask__pixels(c, row, i, i + 8, out);
    }
    lk_mask__pixels(c, row, i, c->width, out);
}

LK_KERNEL(f32_mask) {
    const lk_f32_mask *c = args;
    if (c->source_width < 2 || c->source_height < 2
        || c->source_width > INT32_MAX / c->source_height) {
        lk_f32_mask__scalar(args, begin, end);
        return;
    }
    for (int32_t y = begin; y < end; y++)
        row(c, lk_mask__row(c, y), c->output + (ptrdiff_t)y * c->width);
}

LK_END

#endif
