#if defined(__x86_64__)

#include "yuv.h"

#include <immintrin.h>

#define LK_ISA avx2

LK_AVX2_BEGIN

/// The factors, in every lane.
typedef struct {
    __m256i black, luma, red_of_cr, green_of_cb, green_of_cr, blue_of_cb;
} factors;

static inline factors factors_of(const lk_yuv_factors *f) {
    return (factors){
        _mm256_set1_epi16(f->black),       _mm256_set1_epi16(f->luma),
        _mm256_set1_epi16(f->red_of_cr),   _mm256_set1_epi16(f->green_of_cb),
        _mm256_set1_epi16(f->green_of_cr), _mm256_set1_epi16(f->blue_of_cb),
    };
}

/// Returns the contribution of 16 chroma bytes to a color, times 8 and without the middle value.
static inline __m256i chroma(const uint8_t *bytes) {
    __m256i wide = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)bytes));
    return _mm256_sub_epi16(_mm256_slli_epi16(wide, 3), _mm256_set1_epi16(1024));
}

/// Returns one color of the pixels as bytes: 8 even ones and then 8 odd ones in each half.
static inline __m256i color(__m256i even, __m256i odd, __m256i chroma) {
    return _mm256_packus_epi16(_mm256_add_epi16(even, chroma), _mm256_add_epi16(odd, chroma));
}

static inline __m256i shuffled(__m256i bytes, __m128i order) {
    return _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(order));
}

/// Converts 32 pixels to 96 bytes.
static inline void convert(
    const factors *f, const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, uint8_t *rgb) {
    const __m256i pixels = _mm256_loadu_si256((const __m256i *)luma);
    const __m256i u = chroma(cb), v = chroma(cr);
    // Eight times the even and odd bytes.
    __m256i even = _mm256_slli_epi16(_mm256_and_si256(pixels, _mm256_set1_epi16(255)), 3);
    __m256i odd = _mm256_slli_epi16(_mm256_srli_epi16(pixels, 8), 3);
    even = _mm256_mulhi_epi16(_mm256_sub_epi16(even, f->black), f->luma);
    odd = _mm256_mulhi_epi16(_mm256_sub_epi16(odd, f->black), f->luma);
    const __m256i green_chroma = _mm256_add_epi16(
        _mm256_mulhi_epi16(u, f->green_of_cb), _mm256_mulhi_epi16(v, f->green_of_cr));
    const __m256i r = color(even, odd, _mm256_mulhi_epi16(v, f->red_of_cr));
    const __m256i g = color(even, odd, green_chroma);
    const __m256i b = color(even, odd, _mm256_mulhi_epi16(u, f->blue_of_cb));
    // A color's even pixels are at 0 to 7 and its odd ones at 8 to 15.
    const __m256i first = _mm256_or_si256(
        _mm256_or_si256(
            shuffled(r, _mm_setr_epi8(0, -1, -1, 8, -1, -1, 1, -1, -1, 9, -1, -1, 2, -1, -1, 10)),
            shuffled(g, _mm_setr_epi8(-1, 0, -1, -1, 8, -1, -1, 1, -1, -1, 9, -1, -1, 2, -1, -1))),
        shuffled(b, _mm_setr_epi8(-1, -1, 0, -1, -1, 8, -1, -1, 1, -1, -1, 9, -1, -1, 2, -1)));
    const __m256i second = _mm256_or_si256(
        _mm256_or_si256(
            shuffled(
                r, _mm_setr_epi8(-1, -1, 3, -1, -1, 11, -1, -1, 4, -1, -1, 12, -1, -1, 5, -1)),
            shuffled(
                g, _mm_setr_epi8(10, -1, -1, 3, -1, -1, 11, -1, -1, 4, -1, -1, 12, -1, -1, 5))),
        shuffled(b, _mm_setr_epi8(-1, 10, -1, -1, 3, -1, -1, 11, -1, -1, 4, -1, -1, 12, -1, -1)));
    const __m256i third = _mm256_or_si256(
        _mm256_or_si256(
            shuffled(
                r, _mm_setr_epi8(-1, 13, -1, -1, 6, -1, -1, 14, -1, -1, 7, -1, -1, 15, -1, -1)),
            shuffled(
                g, _mm_setr_epi8(-1, -1, 13, -1, -1, 6, -1, -1, 14, -1, -1, 7, -1, -1, 15, -1))),
        shuffled(b, _mm_setr_epi8(5, -1, -1, 13, -1, -1, 6, -1, -1, 14, -1, -1, 7, -1, -1, 15)));
    __m256i *out = (__m256i *)rgb;
    _mm256_storeu_si256(out, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(third, first, 0x30));
    _mm256_storeu_si256(out + 2, _mm256_permute2x128_si256(second, third, 0x31));
}

LK_KERNEL(u8_yuv_to_rgb) {
    const lk_u8_yuv_to_rgb *c = args;
    const factors f = factors_of(&c->factors);
    for (int32_t y = begin; y < end; y++) {
        const uint8_t *luma = c->luma + y * c->luma_stride;
        const uint8_t *cb = c->cb + (y >> 1) * c->cb_stride;
        const uint8_t *cr = c->cr + (y >> 1) * c->cr_stride;
        uint8_t *rgb = c->output + y * c->stride;
        int32_t x = 0;
        for (; x + 32 <= c->width; x += 32)
            convert(&f, luma + x, cb + x / 2, cr + x / 2, rgb + 3 * x);
        if (x < c->width && c->width >= 32) {
            // Convert some pixels again, so that the last ones are the end of 32.
            const int32_t last = (c->width - 32) & ~1;
            convert(&f, luma + last, cb + last / 2, cr + last / 2, rgb + 3 * last);
            x = last + 32;
        }
        lk_yuv__row(c, y, x);
    }
}

LK_END

#endif
