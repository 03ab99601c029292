// The scalar definitions of quantization and of the integer convolutions.

#include "../scalar.h"

#include <math.h>

#include "unit.h"

/// Rounds to the nearest integer. Numbers without one, such as infinity, give the lowest bits that the vector
/// kernels give.
static int32_t nearest(float x) { return fabsf(x) < 0x1p31f ? (int32_t)rintf(x) : 0; }

static float quotient(float levels, float range) { return range > 0 ? levels / range : 0; }

/// Quantizes the channels of one pixel, `at` floats into its planes.
static void quantize_pixel(const lk_quantize *c, bool bytes, int32_t pixel) {
    const int64_t at = (int64_t)pixel * LK_BLOCK;
    float low = 0, high = c->range;
    for (int32_t b = 0; b < c->blocks && c->range == 0; b++) {
        for (int32_t i = 0; i < LK_BLOCK; i++) {
            const float x = c->input[b * c->plane + at + i];
            const float upper = bytes ? x : fabsf(x);
            high = upper > high ? upper : high;
            low = bytes && x < low ? x : low;
        }
    }
    const float levels = bytes ? LK_U8_LEVELS : LK_S16_LEVELS;
    const float range = high - low, inverse = quotient(levels, range);
    c->scales[pixel] = range * (1 / levels);
    if (bytes) c->lows[pixel] = low;
    for (int32_t b = 0; b < c->blocks; b++) {
        for (int32_t i = 0; i < LK_BLOCK; i++) {
            const int64_t place = b * c->plane + at + i;
            const int32_t q = nearest((c->input[place] - low) * inverse);
            if (bytes) ((uint8_t *)c->output)[place] = (uint8_t)q;
            else ((int16_t *)c->output)[place] = (int16_t)q;
        }
    }
}

static void quantize(const lk_quantize *c, bool bytes, int32_t begin, int32_t end) {
    const int32_t from = begin * LK_QUANTIZED_PIXELS, to = end * LK_QUANTIZED_PIXELS;
    for (int32_t pixel = from; pixel < to && pixel < c->pixels; pixel++)
        quantize_pixel(c, bytes, pixel);
}

LK_KERNEL(f32_to_s16) { quantize(args, false, begin, end); }

LK_KERNEL(f32_to_u8) { quantize(args, true, begin, end); }

/// Returns the sum of products of a pixel, for lane `lane` of the `lanes` of a group.
static int32_t sum(const lk_integer_pointwise *c, bool bytes, int32_t pixel, const void *weights,
                   int32_t lanes, int32_t lane) {
    const int32_t a_word = bytes ? 4 : 2;
    int64_t sum = 0;
    for (int32_t channel = 0; channel < c->channels; channel++) {
        const int64_t x = channel / LK_BLOCK * c->input_plane + (int64_t)pixel * LK_BLOCK +
                          channel % LK_BLOCK;
        const int64_t w = ((int64_t)(channel / a_word) * lanes + lane) * a_word + channel % a_word;
        sum += bytes ? ((const uint8_t *)c->input)[x] * ((const int8_t *)weights)[w]
                     : ((const int16_t *)c->input)[x] * ((const int16_t *)weights)[w];
    }
    return (int32_t)sum;
}

static void convolve(const lk_integer_pointwise *c, bool bytes, int32_t begin, int32_t end) {
    const int64_t depth = lk_integer_words(c->channels, bytes ? 4 : 2);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_integer_unit_at(c, unit);
        const int32_t lanes = u.width * LK_BLOCK, first = u.block * LK_BLOCK;
        const int32_t *weights = (const int32_t *)c->weights + depth * first;
        for (int32_t pixel = u.from; pixel < u.to; pixel++) {
            float sums[3 * LK_BLOCK];
            for (int32_t i = 0; i < lanes; i++) {
                const int32_t o = first + i;
                const float bias =
                    bytes ? lk_multiply_add(c->lows[pixel], c->totals[o], c->bias[o]) : c->bias[o];
                const float products = (float)sum(c, bytes, pixel, weights, lanes, i);
                sums[i] = lk_multiply_add(products * c->scales[pixel], c->factors[o], bias);
            }
            const int64_t at = (int64_t)pixel * LK_BLOCK;
            for (int32_t j = 0; j < u.width; j++)
                lk_finish_block(&c->epilogue, u.block + j, at, sums + j * LK_BLOCK,
                                c->output + (u.block + j) * c->output_plane + at);
        }
    }
}

LK_KERNEL(s16_pointwise) { convolve(args, false, begin, end); }

LK_KERNEL(u8_pointwise) { convolve(args, true, begin, end); }
