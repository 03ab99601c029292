// Computes where eight pixels at a time read the image, and the weights of their neighbors.

#ifndef LK_IMG_WARP_AVX2_PLACES_H
#define LK_IMG_WARP_AVX2_PLACES_H

#include "warp.h"

#include <immintrin.h>

#pragma STDC FP_CONTRACT OFF
LK_AVX2_BEGIN

/// How eight pixels are computed.
typedef enum {
    /// Each by blending four neighbors.
    LK_BLENDED,
    /// The same, but for some of them the image ends before eight bytes can be read.
    LK_BLENDED_AT_END,
    /// As zeros: all are outside the image.
    LK_OUTSIDE,
} lk_method;

/// The data that the pixels of a span read, located before any of it is read: the dependency chain
/// from a position to its pixels is longer than a processor's reorder window.
typedef struct {
    /// Bytes from the beginning of the image to the upper left neighbor.
    _Alignas(32) int32_t offsets[LK_SPAN];
    /// Weights in 1/32, as bytes (left, right, left, right) and as 16-bit words (above, below).
    _Alignas(32) int32_t across[LK_SPAN];
    _Alignas(32) int32_t down[LK_SPAN];
    lk_method methods[LK_SPAN / 8];
} lk_places;

/// The parameters of a span's image and map, broadcast to vectors.
typedef struct {
    __m256d m0, m3, m6, x, y, w;
    __m256i last_x, last_y, stride, step, readable;
} lk_scene;

/// Returns the last offset from which the neighbors of a pixel can be read; negative if there is
/// none. Two neighbors are read as 8 bytes even if they take only 6.
static inline ptrdiff_t lk_readable(const lk_image *image) {
    return (image->height - 2) * image->stride
         + image->width * lk_warp__bytes_per_pixel(image->format)
         - (image->format == LK_GRAY8 ? 2 : 8);
}

static inline lk_scene lk_scene_of(
    const lk_image *image, const lk_warp *warp, const lk_span *span) {
    return (lk_scene){
        .m0 = _mm256_set1_pd(warp->matrix[0]),
        .m3 = _mm256_set1_pd(warp->matrix[3]),
        .m6 = _mm256_set1_pd(warp->matrix[6]),
        .x = _mm256_set1_pd(span->x),
        .y = _mm256_set1_pd(span->y),
        .w = _mm256_set1_pd(span->w),
        .last_x = _mm256_set1_epi32(image->width - 2),
        .last_y = _mm256_set1_epi32(image->height - 2),
        .stride = _mm256_set1_epi32((int32_t)image->stride),
        .step = _mm256_set1_epi32(lk_warp__bytes_per_pixel(image->format)),
        .readable = _mm256_set1_epi32((int32_t)lk_readable(image)),
    };
}

/// Positions of eight pixels in 1/32 pixels.
typedef struct {
    __m256i x, y;
} lk_positions;

static inline __m128i lk_limited(__m256d value) {
    // `max` returns its second operand for a NaN, like the scalar code's clamp.
    value = _mm256_max_pd(value, _mm256_set1_pd(INT32_MIN));
    value = _mm256_min_pd(value, _mm256_set1_pd(INT32_MAX));
    return _mm256_cvtpd_epi32(value);
}

/// Computes the positions of four pixels. `tame` means that the positions are small and no `w` is
/// zero.
static inline void lk_four(
    const lk_scene *s, __m256d distance, bool tame, __m128i *x, __m128i *y) {
    __m256d w = _mm256_add_pd(s->w, _mm256_mul_pd(s->m6, distance));
    __m256d some = _mm256_cmp_pd(w, _mm256_setzero_pd(), _CMP_NEQ_UQ);
    w = _mm256_div_pd(_mm256_set1_pd(32.0), w);
    if (!tame) w = _mm256_and_pd(w, some);
    __m256d px = _mm256_mul_pd(_mm256_add_pd(s->x, _mm256_mul_pd(s->m0, distance)), w);
    __m256d py = _mm256_mul_pd(_mm256_add_pd(s->y, _mm256_mul_pd(s->m3, distance)), w);
    *x = tame ? _mm256_cvtpd_epi32(px) : lk_limited(px);
    *y = tame ? _mm256_cvtpd_epi32(py) : lk_limited(py);
}

static inline lk_positions lk_positions_of(const lk_scene *s, int32_t from, bool tame) {
    __m256d first = _mm256_add_pd(_mm256_set1_pd(from), _mm256_setr_pd(0, 1, 2, 3));
    __m128i x0, y0, x1, y1;
    lk_four(s, first, tame, &x0, &y0);
    lk_four(s, _mm256_add_pd(first, _mm256_set1_pd(4)), tame, &x1, &y1);
    return (lk_positions){_mm256_set_m128i(x1, x0), _mm256_set_m128i(y1, y0)};
}

static inline __m256i lk_offsets(const lk_scene *s, __m256i column, __m256i row) {
    return _mm256_add_epi32(
        _mm256_mullo_epi32(row, s->stride), _mm256_mullo_epi32(column, s->step));
}

static inline void lk_put(int32_t *at, __m256i value) {
    _mm256_store_si256((__m256i *)at, value);
}

/// Returns bytes (left, right, left, right).
static inline __m256i lk_across(__m256i left, __m256i right) {
    __m256i both = _mm256_or_si256(left, _mm256_slli_epi32(right, 8));
    return _mm256_or_si256(both, _mm256_slli_epi32(both, 16));
}

/// Returns 16-bit words (above, below).
static inline __m256i lk_down(__m256i above, __m256i below) {
    return _mm256_or_si256(above, _mm256_slli_epi32(below, 16));
}

/// Places eight pixels whose neighbors are all in the image.
static inline void lk_place_inner(
    const lk_scene *s, lk_positions at, lk_places *places, int32_t pixel) {
    const __m256i all = _mm256_set1_epi32(32), part = _mm256_set1_epi32(31);
    const __m256i right = _mm256_and_si256(at.x, part), below = _mm256_and_si256(at.y, part);
    lk_put(
        places->offsets + pixel,
        lk_offsets(s, _mm256_srai_epi32(at.x, 5), _mm256_srai_epi32(at.y, 5)));
    lk_put(places->across + pixel, lk_across(_mm256_sub_epi32(all, right), right));
    lk_put(places->down + pixel, lk_down(_mm256_sub_epi32(all, below), below));
    places->methods[pixel / 8] = LK_BLENDED;
}

/// Two neighbors along one axis: the index of the first, and the weight of each.
typedef struct {
    __m256i first, before, after;
} lk_pairs;

/// Clamps positions to a replicated edge.
static inline __m256i lk_replicated(__m256i position, __m256i last) {
    __m256i end = _mm256_slli_epi32(_mm256_add_epi32(last, _mm256_set1_epi32(1)), 5);
    return _mm256_min_epi32(_mm256_max_epi32(position, _mm256_setzero_si256()), end);
}

/// Stores the places that eight pixels read.
static inline void lk_place_checked(
    const lk_scene *s, lk_pairs x, lk_pairs y, __m256i offsets, lk_places *places,
    int32_t pixel) {
    const __m256i late = _mm256_cmpgt_epi32(offsets, s->readable);
    lk_put(places->offsets + pixel, offsets);
    lk_put(places->across + pixel, lk_across(x.before, x.after));
    lk_put(places->down + pixel, lk_down(y.before, y.after));
    places->methods[pixel / 8] = _mm256_testz_si256(late, late) ? LK_BLENDED : LK_BLENDED_AT_END;
}

/// Returns the neighbors with a replicated edge. On the far edge these are the neighbor before it,
/// with weight zero, and the edge itself.
static inline lk_pairs lk_within(__m256i position, __m256i last) {
    position = lk_replicated(position, last);
    const __m256i first = _mm256_min_epi32(_mm256_srai_epi32(position, 5), last);
    const __m256i after = _mm256_sub_epi32(position, _mm256_slli_epi32(first, 5));
    return (lk_pairs){first, _mm256_sub_epi32(_mm256_set1_epi32(32), after), after};
}

/// Places eight pixels anywhere, with a replicated edge.
static inline void lk_place_replicated(
    const lk_scene *s, lk_positions at, lk_places *places, int32_t pixel) {
    const lk_pairs x = lk_within(at.x, s->last_x), y = lk_within(at.y, s->last_y);
    lk_place_checked(s, x, y, lk_offsets(s, x.first, y.first), places, pixel);
}

/// Returns the neighbors with zeros outside the image. Just outside, one neighbor is inside the
/// image: the two at the edge are read, one of them with weight zero. Farther out, both weights are
/// zero.
static inline lk_pairs lk_edged(__m256i position, __m256i last) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i place = _mm256_srai_epi32(position, 5);
    const __m256i after = _mm256_and_si256(position, _mm256_set1_epi32(31));
    const __m256i before = _mm256_sub_epi32(_mm256_set1_epi32(32), after);
    const __m256i first = _mm256_min_epi32(_mm256_max_epi32(place, zero), last);
    const __m256i by = _mm256_sub_epi32(place, first);
    const __m256i inside = _mm256_cmpeq_epi32(by, zero);
    const __m256i ahead = _mm256_cmpeq_epi32(by, _mm256_set1_epi32(-1));
    const __m256i behind = _mm256_cmpeq_epi32(by, _mm256_set1_epi32(1));
    return (lk_pairs){
        .first = first,
        .before = _mm256_or_si256(
            _mm256_and_si256(inside, before), _mm256_and_si256(ahead, after)),
        .after = _mm256_or_si256(
            _mm256_and_si256(inside, after), _mm256_and_si256(behind, before)),
    };
}

/// Places eight pixels anywhere, with zeros outside the image.
static inline void lk_place_edged(
    const lk_scene *s, lk_positions at, lk_places *places, int32_t pixel) {
    const lk_pairs x = lk_edged(at.x, s->last_x), y = lk_edged(at.y, s->last_y);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i counts = _mm256_and_si256(
        _mm256_cmpgt_epi32(_mm256_or_si256(x.before, x.after), zero),
        _mm256_cmpgt_epi32(_mm256_or_si256(y.before, y.after), zero));
    // Pixels of zero weight are read from the beginning of the image.
    const __m256i offsets = _mm256_and_si256(lk_offsets(s, x.first, y.first), counts);
    lk_place_checked(s, x, y, offsets, places, pixel);
    if (_mm256_testz_si256(counts, counts)) places->methods[pixel / 8] = LK_OUTSIDE;
}

LK_END

#endif
