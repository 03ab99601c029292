#if defined(__x86_64__)

#include "warp.h"

#include <immintrin.h>
#include <limits.h>
#include <math.h>
#include <string.h>

// A fused multiply-add would round once where the reference rounds twice.
#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)

/// How many output rows before it is read a part of the picture is asked for. A turned region
/// crosses the picture's rows, where the processor does not foresee what comes next.
enum { ROWS_AHEAD = 8 };

/// Positions of eight pixels in 1/32 pixels.
typedef struct {
    __m256i x, y;
} positions;

static inline __m128i rounded(__m256d value) {
    // `max` returns its second operand for a NaN, as the scalar code's limit does.
    value = _mm256_max_pd(value, _mm256_set1_pd(INT32_MIN));
    value = _mm256_min_pd(value, _mm256_set1_pd(INT32_MAX));
    return _mm256_cvtpd_epi32(value);
}

static inline void four(
    const double *m, const lk_span *span, __m256d distance, __m128i *x, __m128i *y) {
    __m256d w = _mm256_add_pd(
        _mm256_set1_pd(span->w), _mm256_mul_pd(_mm256_set1_pd(m[6]), distance));
    __m256d some = _mm256_cmp_pd(w, _mm256_setzero_pd(), _CMP_NEQ_UQ);
    w = _mm256_and_pd(_mm256_div_pd(_mm256_set1_pd(32.0), w), some);
    __m256d px = _mm256_add_pd(
        _mm256_set1_pd(span->x), _mm256_mul_pd(_mm256_set1_pd(m[0]), distance));
    __m256d py = _mm256_add_pd(
        _mm256_set1_pd(span->y), _mm256_mul_pd(_mm256_set1_pd(m[3]), distance));
    *x = rounded(_mm256_mul_pd(px, w));
    *y = rounded(_mm256_mul_pd(py, w));
}

static inline positions eight(const double *m, const lk_span *span, int32_t from) {
    __m256d first = _mm256_add_pd(
        _mm256_set1_pd(span->first + from), _mm256_setr_pd(0, 1, 2, 3));
    __m128i x0, y0, x1, y1;
    four(m, span, first, &x0, &y0);
    four(m, span, _mm256_add_pd(first, _mm256_set1_pd(4)), &x1, &y1);
    return (positions){_mm256_set_m128i(x1, x0), _mm256_set_m128i(y1, y0)};
}

/// Which byte of two neighbours above (0 to 7) and two below (8 to 15) goes where, so that one
/// multiplication adds neighbours and the next adds rows.
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

static inline __m128i neighbours(const uint8_t *pixel, ptrdiff_t stride, bool gray) {
    if (gray) {
        uint16_t above, below;
        memcpy(&above, pixel, 2);
        memcpy(&below, pixel + stride, 2);
        return _mm_set_epi64x(below, above);
    }
    __m128 above = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)pixel));
    return _mm_castps_si128(_mm_loadh_pi(above, (const __m64 *)(pixel + stride)));
}

/// What one span needs to know of its picture, spread over vectors.
typedef struct {
    __m256i last_x, last_y, stride, step, order, readable;
    bool gray;
    /// Bytes from what a pixel reads to what will be read some rows later.
    ptrdiff_t ahead;
} plan;

/// Asks for what pixels some rows further down will read; two neighbours mostly share a line.
static inline void ask(const lk_picture *picture, const int32_t at[8], ptrdiff_t ahead) {
    // Not a pointer's arithmetic: this may lie outside the picture, where asking does no harm.
    uintptr_t base = (uintptr_t)picture->pixels + (uintptr_t)ahead;
    for (int i = 0; i < 8; i += 2)
        _mm_prefetch((const char *)(base + (uintptr_t)at[i]), _MM_HINT_T0);
}

/// Eight pixels, all of whose neighbours can be read, to 24 bytes (and 8 more that mean nothing).
static inline void blend(
    const lk_picture *picture, const plan *plan, __m256i offsets, __m256i x, __m256i y,
    uint8_t *rgb) {
    int32_t at[8];
    _mm256_storeu_si256((__m256i *)at, offsets);
    ask(picture, at, plan->ahead);
    const bool gray = plan->gray;
    __m256i all = _mm256_set1_epi32(32);
    // Bytes (left, right, left, right) and 16-bit words (above, below).
    __m256i across = _mm256_or_si256(_mm256_sub_epi32(all, x), _mm256_slli_epi32(x, 8));
    across = _mm256_or_si256(across, _mm256_slli_epi32(across, 16));
    __m256i down = _mm256_or_si256(_mm256_sub_epi32(all, y), _mm256_slli_epi32(y, 16));
    __m256i sums[4];
#define PIXELS(i)                                                                               \
    do {                                                                                        \
        __m256i bytes = _mm256_set_m128i(                                                       \
            neighbours(picture->pixels + at[(i) + 4], picture->stride, gray),                   \
            neighbours(picture->pixels + at[i], picture->stride, gray));                        \
        __m256i row = _mm256_maddubs_epi16(                                                     \
            _mm256_shuffle_epi8(bytes, plan->order),                                            \
            _mm256_shuffle_epi32(across, (i) * 0x55));                                          \
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

static ptrdiff_t ahead(const lk_picture *picture, const double *m) {
    const double x = ROWS_AHEAD * m[1], y = ROWS_AHEAD * m[4];
    if (!(fabs(x) + fabs(y) < INT16_MAX)) return 0;
    return (ptrdiff_t)y * picture->stride
         + (ptrdiff_t)x * lk_warp__bytes_per_pixel(picture->format);
}

static inline plan planned(const lk_picture *picture, const lk_warp *warp) {
    int32_t step = lk_warp__bytes_per_pixel(picture->format);
    return (plan){
        .last_x = _mm256_set1_epi32(picture->width - 2),
        .last_y = _mm256_set1_epi32(picture->height - 2),
        .stride = _mm256_set1_epi32((int32_t)picture->stride),
        .step = _mm256_set1_epi32(step),
        .order = _mm256_broadcastsi128_si256(order(picture->format)),
        // Two neighbours are read as 8 bytes, also where they are 6: not at the picture's end.
        .readable = _mm256_set1_epi32(
            (int32_t)((picture->height - 2) * picture->stride + picture->width * step
                      - (picture->format == LK_GRAY8 ? 2 : 8))),
        .gray = picture->format == LK_GRAY8,
        .ahead = ahead(picture, warp->matrix),
    };
}

/// For a replicated edge: positions beyond it count as lying on it.
static inline __m256i limited(__m256i position, __m256i last) {
    __m256i end = _mm256_slli_epi32(_mm256_add_epi32(last, _mm256_set1_epi32(1)), 5);
    return _mm256_min_epi32(_mm256_max_epi32(position, _mm256_setzero_si256()), end);
}

static inline bool every(__m256i mask) { return _mm256_movemask_epi8(mask) == -1; }

static inline __m256i within(__m256i value, __m256i last) {
    return _mm256_cmpeq_epi32(_mm256_min_epu32(value, last), value);
}

/// Whether no neighbour of any of the eight pixels lies in the picture.
static inline bool apart(__m256i column, __m256i row, const plan *p) {
    __m256i least = _mm256_set1_epi32(-1);
    __m256i low = _mm256_or_si256(
        _mm256_cmpgt_epi32(least, column), _mm256_cmpgt_epi32(least, row));
    __m256i one = _mm256_set1_epi32(1);
    __m256i high = _mm256_or_si256(
        _mm256_cmpgt_epi32(column, _mm256_add_epi32(p->last_x, one)),
        _mm256_cmpgt_epi32(row, _mm256_add_epi32(p->last_y, one)));
    return every(_mm256_or_si256(low, high));
}

static void sample(
    const lk_picture *picture, const lk_warp *warp, const lk_span *span, uint8_t *rgb) {
    plan p = planned(picture, warp);
    __m256i part = _mm256_set1_epi32(31);
    int32_t done = 0;
    for (; done + 8 <= span->count; done += 8) {
        positions at = eight(warp->matrix, span, done);
        uint8_t *out = rgb + 3 * done;
        if (warp->replicate) {
            at.x = limited(at.x, p.last_x);
            at.y = limited(at.y, p.last_y);
        }
        __m256i column = _mm256_srai_epi32(at.x, 5), row = _mm256_srai_epi32(at.y, 5);
        if (warp->replicate) {
            // On the far edge: the neighbour before it, and all weight on the edge.
            column = _mm256_min_epi32(column, p.last_x);
            row = _mm256_min_epi32(row, p.last_y);
        }
        __m256i offsets = _mm256_add_epi32(
            _mm256_mullo_epi32(row, p.stride), _mm256_mullo_epi32(column, p.step));
        __m256i inside = _mm256_and_si256(within(column, p.last_x), within(row, p.last_y));
        inside = _mm256_andnot_si256(_mm256_cmpgt_epi32(offsets, p.readable), inside);
        if (every(inside)) {
            __m256i x = _mm256_sub_epi32(at.x, _mm256_slli_epi32(column, 5));
            __m256i y = _mm256_sub_epi32(at.y, _mm256_slli_epi32(row, 5));
            x = warp->replicate ? x : _mm256_and_si256(x, part);
            y = warp->replicate ? y : _mm256_and_si256(y, part);
            blend(picture, &p, offsets, x, y, out);
        } else if (!warp->replicate && apart(column, row, &p)) {
            memset(out, 0, 24);
        } else {
            int32_t x[8], y[8];
            _mm256_storeu_si256((__m256i *)x, at.x);
            _mm256_storeu_si256((__m256i *)y, at.y);
            for (int i = 0; i < 8; i++)
                lk_warp__pixel(picture, warp->replicate, x[i], y[i], out + 3 * i);
        }
    }
    if (done < span->count) lk_warp__span_scalar(picture, warp, span, done, rgb);
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

/// Whether vector code can address the picture: two neighbours each way, offsets of 32 bits.
static bool suits(const lk_picture *picture) {
    return picture->width >= 2 && picture->height >= 2
        && picture->stride <= (INT32_MAX - 64) / picture->height;
}

void lk_u8_warp__avx2(const void *args, int32_t begin, int32_t end) {
    const lk_u8_warp *c = args;
    lk_warp__u8(c, begin, end, suits(&c->picture) ? sample : lk_warp__sample_scalar);
}

void lk_f32_warp__avx2(const void *args, int32_t begin, int32_t end) {
    const lk_f32_warp *c = args;
    lk_warp__f32(c, begin, end, suits(&c->picture) ? sample : lk_warp__sample_scalar, convert);
}

#pragma clang attribute pop

#endif
