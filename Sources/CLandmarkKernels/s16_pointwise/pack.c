// The quantization and order of an integer convolution's weights.

#include <math.h>

#include "unit.h"

enum { LK_S8_LEVELS = 127, LK_S16_LARGEST = 32767 };

static int32_t words(const lk_integer_layout *l) {
    return lk_integer_words(l->channels, l->bytes ? 4 : 2);
}

int64_t lk_integer_packed_bytes(const lk_kernel_table *kernels, const lk_integer_layout *layout) {
    return (int64_t)words(layout) * 4 * layout->blocks * kernels->block;
}

/// Returns the number by which the weights of an output channel are divided.
static float factor(const lk_integer_layout *l, const float *weights) {
    float largest = 0;
    double sum = 0;
    for (int32_t c = 0; c < l->channels; c++) {
        const float magnitude = fabsf(weights[c]);
        largest = magnitude > largest ? magnitude : largest;
        sum += magnitude;
    }
    if (l->bytes) return largest / LK_S8_LEVELS;
    // The magnitudes of quantized weights must not add up to more than a sum of 32 bits can hold; each
    // may have been rounded up.
    const double allowed = (double)INT32_MAX / LK_S16_LEVELS - l->channels;
    const float least = (float)(sum / allowed) * (1 + 1e-6f);
    const float most = largest / LK_S16_LARGEST;
    return least > most ? least : most;
}

void lk_integer_pack(const lk_kernel_table *kernels, const lk_integer_layout *layout, void *packed,
                     float *factors, float *totals) {
    const lk_integer_layout l = *layout;
    // Only denormal steps, which are less precise, give quotients beyond it.
    const float most = l.bytes ? LK_S8_LEVELS : LK_S16_LARGEST;
    const int32_t block = kernels->block, a_word = l.bytes ? 4 : 2, depth = words(&l);
    int16_t *shorts = packed;
    int8_t *bytes = packed;
    for (int32_t group = 0; group < lk_conv_groups(l.blocks); group++) {
        int32_t width;
        const int32_t first = lk_conv_group(l.blocks, group, &width) * block;
        const int32_t lanes = width * block;
        const int64_t start = (int64_t)first * depth * a_word;
        for (int32_t i = 0; i < lanes && first + i < l.outputs; i++) {
            const float *weights = l.weights + (int64_t)(first + i) * l.channels;
            const float step = factor(&l, weights);
            int64_t total = 0;
            factors[first + i] = step;
            if (!(step > 0)) continue;
            for (int32_t c = 0; c < l.channels; c++) {
                const float quotient = fminf(fmaxf(weights[c] / step, -most), most);
                const int32_t weight = (int32_t)lrintf(quotient);
                const int64_t at = start + ((int64_t)(c / a_word) * lanes + i) * a_word + c % a_word;
                if (l.bytes) bytes[at] = (int8_t)weight;
                else shorts[at] = (int16_t)weight;
                total += weight;
            }
            totals[first + i] = (float)((double)total * step);
        }
    }
}
