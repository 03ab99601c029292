// The quantization of blocked tensors, a block of pixels at a time.

#include "../vector.h"
#include "lk_integer.h"

/// The integers of a block of channels.
typedef int16_t lk_shorts __attribute__((vector_size(LK_BLOCK * 2), aligned(2), may_alias));
typedef uint8_t lk_bytes __attribute__((vector_size(LK_BLOCK), aligned(1), may_alias));

/// One level of a tree of maxima: `first` and `second` place the operands of `a` and `b` opposite each
/// other.
#define LK_MERGE(a, b, first, second)                            \
    lk_max(__builtin_shufflevector(a, b, LK_LIST first), __builtin_shufflevector(a, b, LK_LIST second))
#define LK_LIST(...) __VA_ARGS__

/// Returns the maximum of each vector.
LK_INLINE lk_vec lk_maxima(const lk_vec *vectors) {
    lk_vec pairs[LK_BLOCK / 2], fours[LK_BLOCK / 4];
#if LK_BLOCK == 16
    LK_UNROLL for (int i = 0; i < 8; i++)
        pairs[i] = LK_MERGE(vectors[2 * i], vectors[2 * i + 1],
                            (0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29),
                            (2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31));
    LK_UNROLL for (int i = 0; i < 4; i++)
        fours[i] = LK_MERGE(pairs[2 * i], pairs[2 * i + 1],
                            (0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),
                            (2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31));
    lk_vec eights[2];
    LK_UNROLL for (int i = 0; i < 2; i++)
        eights[i] = LK_MERGE(fours[2 * i], fours[2 * i + 1],
                             (0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
                             (4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31));
    return LK_MERGE(eights[0], eights[1],
                    (0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
                    (4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31));
#else
    LK_UNROLL for (int i = 0; i < 4; i++)
        pairs[i] = LK_MERGE(vectors[2 * i], vectors[2 * i + 1], (0, 8, 1, 9, 4, 12, 5, 13),
                            (2, 10, 3, 11, 6, 14, 7, 15));
    LK_UNROLL for (int i = 0; i < 2; i++)
        fours[i] = LK_MERGE(pairs[2 * i], pairs[2 * i + 1], (0, 1, 8, 9, 4, 5, 12, 13),
                            (2, 3, 10, 11, 6, 7, 14, 15));
    return LK_MERGE(fours[0], fours[1], (0, 1, 2, 3, 8, 9, 10, 11), (4, 5, 6, 7, 12, 13, 14, 15));
#endif
}
#undef LK_MERGE
#undef LK_LIST

/// Quantizes `count` pixels, at most as many as a block has lanes.
LK_INLINE void lk_quantize_pixels(const lk_quantize *c, const bool bytes, int32_t pixel,
                                  int32_t count) {
    const lk_vec zero = {0};
    const float *input = c->input + (int64_t)pixel * LK_BLOCK;
    lk_vec highest[LK_BLOCK], lowest[LK_BLOCK];
    LK_UNROLL for (int i = 0; i < LK_BLOCK; i++) highest[i] = lowest[i] = zero;
    for (int32_t i = 0; i < count && c->range == 0; i++) {
        lk_vec high = zero, low = zero;
        for (int32_t b = 0; b < c->blocks; b++) {
            const lk_vec x = LK_LOAD(input + b * c->plane + i * LK_BLOCK);
            high = lk_max(high, bytes ? x : __builtin_elementwise_abs(x));
            if (bytes) low = lk_max(low, -x);
        }
        highest[i] = high;
        lowest[i] = low;
    }
    const float levels = bytes ? LK_U8_LEVELS : LK_S16_LEVELS;
    lk_vec low = zero, range = lk_splat(c->range);
    if (c->range == 0) {
        if (bytes) low = lk_maxima(lowest);
        range = lk_maxima(highest) + low;
    }
    const lk_vec quotient = lk_splat(levels) / range;
    LK_STORE(c->scales + pixel, range * lk_splat(1 / levels));
    if (bytes) LK_STORE(c->lows + pixel, -low);
    float inverses[LK_BLOCK], lows[LK_BLOCK];
    // All channels of a pixel may be zero.
    LK_STORE(inverses, (lk_vec)((lk_ints)quotient & (lk_ints)(range > zero)));
    LK_STORE(lows, low);
    for (int32_t b = 0; b < c->blocks; b++) {
        const int64_t place = b * c->plane + (int64_t)pixel * LK_BLOCK;
        for (int32_t i = 0; i < count; i++) {
            const lk_vec x = LK_LOAD(c->input + place + i * LK_BLOCK);
            const lk_vec shifted = bytes ? x + lk_splat(lows[i]) : x;
            const lk_ints q = LK_NEAREST(shifted * lk_splat(inverses[i]));
            if (bytes)
                *(lk_bytes *)((uint8_t *)c->output + place + i * LK_BLOCK) =
                    __builtin_convertvector(q, lk_bytes);
            else
                *(lk_shorts *)((int16_t *)c->output + place + i * LK_BLOCK) =
                    __builtin_convertvector(q, lk_shorts);
        }
    }
}

LK_INLINE void lk_quantize_units(const lk_quantize *c, const bool bytes, int32_t begin,
                                 int32_t end) {
    const int32_t most = end * LK_QUANTIZED_PIXELS;
    const int32_t to = most < c->pixels ? most : c->pixels;
    for (int32_t pixel = begin * LK_QUANTIZED_PIXELS; pixel < to; pixel += LK_BLOCK) {
        if (pixel + LK_BLOCK <= to) lk_quantize_pixels(c, bytes, pixel, LK_BLOCK);
        else lk_quantize_pixels(c, bytes, pixel, to - pixel);
    }
}

LK_KERNEL(f32_to_s16) { lk_quantize_units(args, false, begin, end); }

LK_KERNEL(f32_to_u8) { lk_quantize_units(args, true, begin, end); }
