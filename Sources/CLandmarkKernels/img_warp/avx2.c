#if defined(__x86_64__)

#include "avx2_places.h"
#include "warp.h"

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define LK_ISA avx2

// A fused multiply-add would round once where the reference rounds twice.
#pragma STDC FP_CONTRACT OFF
LK_AVX2_BEGIN

/// The number of output rows by which the image is prefetched ahead. A rotated region crosses image
/// rows, which hardware prefetchers do not predict.
enum { ROWS_AHEAD = 8 };

/// Returns the byte order of two neighbors above (0 to 7) and two below (8 to 15), such that one
/// multiplication adds neighbors and the next adds rows.
static inline __m128i order(lk_pixels format) {
    switch (format) {
    case LK_RGBA32:
        return _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, -1, -1, -1, -1);
    case LK_BGRA32:
        return _mm_setr_epi8(2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12, -1, -1, -1, -1);
    case LK_GRAY8:
        return _mm_setr_epi8(0, 1, 8, 9, 0, 1, 8, 9, 0, 1, 8, 9, -1, -1, -1, -1);
    case LK_RGB24:
        break;
    }
    return _mm_setr_epi8(0, 3, 8, 11, 1, 4, 9, 12, 2, 5, 10, 13, -1, -1, -1, -1);
}

/// The way the two image rows are read at a pixel.
typedef enum { GRAY, COLOR, COLOR_AT_END } reading;

static inline __m128i two_rows(const uint8_t *pixel, ptrdiff_t stride) {
    __m128 above = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)pixel));
    return _mm_castps_si128(_mm_loadh_pi(above, (const __m64 *)(pixel + stride)));
}

/// The parameters of an image that blending needs: a copy that no stored byte can alias.
typedef struct {
    const uint8_t *pixels;
    ptrdiff_t stride, readable;
    __m256i order;
} source;

/// Loads two neighbors in a row and the two below, starting at byte `offset`. The very last ones of
/// the image are the end of eight bytes.
static inline __m128i neighbors(source s, ptrdiff_t offset, reading reading) {
    const uint8_t *pixel = s.pixels + offset;
    if (reading == GRAY) {
        uint16_t above, below;
        memcpy(&above, pixel, 2);
        memcpy(&below, pixel + s.stride, 2);
        return _mm_set_epi64x(below, above);
    }
    if (reading == COLOR) return two_rows(pixel, s.stride);
    const ptrdiff_t back = offset > s.readable ? offset - s.readable : 0;
    return _mm_srl_epi64(two_rows(pixel - back, s.stride), _mm_cvtsi64_si128(8 * back));
}

/// Blends eight pixels to 24 bytes, and writes 4 more that are undefined.
static inline void blend(
    source s, const lk_places *places, int32_t pixel, reading reading, uint8_t *rgb) {
    const int32_t *at = places->offsets + pixel;
    const __m256i across = _mm256_load_si256((const __m256i *)(places->across + pixel));
    const __m256i down = _mm256_load_si256((const __m256i *)(places->down + pixel));
    __m256i sums[4];
#define PIXELS(i)                                                                               \
    do {                                                                                        \
        __m256i bytes = _mm256_set_m128i(                                                       \
            neighbors(s, at[(i) + 4], reading), neighbors(s, at[i], reading));                \
        __m256i row = _mm256_maddubs_epi16(                                                     \
            _mm256_shuffle_epi8(bytes, s.order), _mm256_shuffle_epi32(across, (i) * 0x55));     \
        __m256i sum = _mm256_madd_epi16(row, _mm256_shuffle_epi32(down, (i) * 0x55));           \
        sums[i] = _mm256_srli_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(512)), 10);         \
    } while (0)
    PIXELS(0);
    PIXELS(1);
    PIXELS(2);
    PIXELS(3);
#undef PIXELS
    __m256i packed = _mm256_packus_epi16(
        _mm256_packus_epi32(sums[0], sums[1]), _mm256_packus_epi32(sums[2], sums[3]));
    packed = _mm256_shuffle_epi8(
        packed, _mm256_broadcastsi128_si256(
                    _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
    _mm_storeu_si128((__m128i *)rgb, _mm256_castsi256_si128(packed));
    _mm_storeu_si128((__m128i *)(rgb + 12), _mm256_extracti128_si256(packed, 1));
}

/// Returns the distance in bytes between the data that a pixel reads and the data read `ROWS_AHEAD`
/// rows later.
static ptrdiff_t ahead(const lk_image *image, const double *m) {
    const double x = ROWS_AHEAD * m[1], y = ROWS_AHEAD * m[4];
    if (!(fabs(x) + fabs(y) < INT16_MAX)) return 0;
    return (ptrdiff_t)y * image->stride
         + (ptrdiff_t)x * lk_warp__bytes_per_pixel(image->format);
}

/// Prefetches the data for pixels some rows further down; two neighbors mostly share a cache line.
static inline void prefetch(const uint8_t *pixels, const int32_t *at, ptrdiff_t ahead) {
    // Not pointer arithmetic: the address may lie outside the image, where a prefetch is harmless.
    const uintptr_t base = (uintptr_t)pixels + (uintptr_t)ahead;
    for (int i = 0; i < 8; i += 2)
        _mm_prefetch((const char *)(base + (uintptr_t)at[i]), _MM_HINT_T0);
}

/// Blends at the end of the image, which is rare and therefore separate from the common code.
__attribute__((noinline)) static void blend_at_end(
    source s, const lk_places *places, int32_t pixel, uint8_t *rgb) {
    blend(s, places, pixel, COLOR_AT_END, rgb);
}

/// Computes the first `count` pixels of a span, a multiple of eight.
static inline void fill(
    source s, ptrdiff_t ahead, const lk_places *places, int32_t count, reading reading,
    uint8_t *rgb) {
    for (int32_t pixel = 0; pixel < count; pixel += 8) {
        uint8_t *out = rgb + 3 * pixel;
        switch (places->methods[pixel / 8]) {
        case LK_BLENDED:
            prefetch(s.pixels, places->offsets + pixel, ahead);
            blend(s, places, pixel, reading, out);
            break;
        case LK_BLENDED_AT_END:
            blend_at_end(s, places, pixel, out);
            break;
        case LK_OUTSIDE:
            memset(out, 0, 24);
        }
    }
}

/// The location of a whole span relative to the image.
typedef enum { INSIDE, OUTSIDE, ANYWHERE } location;

/// Locates a span by its first and last pixel: the map preserves lines, so all others lie between
/// them. Computed in 1/32 pixels, with a margin of two for rounding.
static location location_of(
    const lk_image *image, const lk_warp *warp, const lk_span *span) {
    const double *m = warp->matrix;
    const double first = span->first, last = span->first + span->count - 1;
    const double w0 = span->w + m[6] * first, w1 = span->w + m[6] * last;
    // For a region, `w` is 1 except for rounding; any other map is checked pixel by pixel.
    if (!(w0 > 0.5 && w1 > 0.5 && w0 < 2 && w1 < 2)) return ANYWHERE;
    const double x0 = 32 * (span->x + m[0] * first), x1 = 32 * (span->x + m[0] * last);
    const double y0 = 32 * (span->y + m[3] * first), y1 = 32 * (span->y + m[3] * last);
    const double right = 32.0 * (image->width - 1), bottom = 32.0 * (image->height - 1);
    // The second-to-last row does not count as inside: eight bytes cannot be read at its end.
    if (x0 >= 2 * w0 && x1 >= 2 * w1 && y0 >= 2 * w0 && y1 >= 2 * w1
        && x0 <= (right - 2) * w0 && x1 <= (right - 2) * w1 && y0 <= (bottom - 34) * w0
        && y1 <= (bottom - 34) * w1)
        return INSIDE;
    const bool is_outside = (x0 < -34 * w0 && x1 < -34 * w1) || (y0 < -34 * w0 && y1 < -34 * w1)
                         || (x0 > (right + 34) * w0 && x1 > (right + 34) * w1)
                         || (y0 > (bottom + 34) * w0 && y1 > (bottom + 34) * w1);
    return is_outside && !warp->replicate ? OUTSIDE : ANYWHERE;
}

static void sample(
    const lk_image *image, const lk_warp *warp, const lk_span *span, uint8_t *rgb) {
    const location location = location_of(image, warp, span);
    if (location == OUTSIDE) {
        memset(rgb, 0, (size_t)span->count * 3);
        return;
    }
    const lk_scene scene = lk_scene_of(image, warp, span);
    const int32_t count = span->count & ~7;
    lk_places places;
    if (location == INSIDE)
        for (int32_t i = 0; i < count; i += 8)
            lk_place_inner(&scene, lk_positions_of(&scene, span->first + i, true), &places, i);
    else if (warp->replicate)
        for (int32_t i = 0; i < count; i += 8)
            lk_place_replicated(&scene, lk_positions_of(&scene, span->first + i, false), &places, i);
    else
        for (int32_t i = 0; i < count; i += 8)
            lk_place_edged(&scene, lk_positions_of(&scene, span->first + i, false), &places, i);
    const source source = {
        .pixels = image->pixels,
        .stride = image->stride,
        .readable = lk_readable(image),
        .order = _mm256_broadcastsi128_si256(order(image->format)),
    };
    const ptrdiff_t distance = ahead(image, warp->matrix);
    if (image->format == LK_GRAY8) fill(source, distance, &places, count, GRAY, rgb);
    else fill(source, distance, &places, count, COLOR, rgb);
    if (count < span->count) lk_warp__span_scalar(image, warp, span, count, rgb);
}

static void convert(const uint8_t *bytes, int32_t count, float scale, float offset, float *out) {
    __m256 factor = _mm256_set1_ps(scale), term = _mm256_set1_ps(offset);
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i eight = _mm_loadl_epi64((const __m128i *)(bytes + i));
        __m256 value = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(eight));
        _mm256_storeu_ps(out + i, _mm256_add_ps(_mm256_mul_ps(value, factor), term));
    }
    for (; i < count; i++) out[i] = bytes[i] * scale + offset;
}

/// Returns whether vector code can address the image: two neighbors per axis, 32-bit offsets.
static bool suits(const lk_image *image) {
    return image->width >= 2 && image->height >= 2
        && image->stride <= (INT32_MAX - 64) / image->height && lk_readable(image) >= 0;
}

LK_KERNEL(u8_warp) {
    const lk_u8_warp *c = args;
    lk_warp__u8(c, begin, end, suits(&c->image) ? sample : lk_warp__sample_scalar);
}

LK_KERNEL(f32_warp) {
    const lk_f32_warp *c = args;
    lk_warp__f32(c, begin, end, suits(&c->image) ? sample : lk_warp__sample_scalar, convert);
}

LK_END

#endif
