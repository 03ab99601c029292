#include <math.h>
#include <string.h>

#include "../vector.h"

/// Loads eight rows side by side, channel after channel; rows from `count` on become zero.
static void lk_layer_norm_load(const lk_f32_layer_norm *n, int32_t row, int32_t count,
                               lk_eight *values) {
    const float *from = n->input + (int64_t)row * n->channels;
    for (int32_t c = 0; c < n->channels; c += 8) {
        if (count == 8) {
            lk_transpose(from + c, n->channels, values + c);
            continue;
        }
        float square[64] = {0};
        for (int32_t i = 0; i < count; i++)
            memcpy(square + i * 8, from + (int64_t)i * n->channels + c, 8 * sizeof(float));
        lk_transpose(square, 8, values + c);
    }
}

/// Normalizes each row with the model's operations in their order, each rounded separately.
static void lk_layer_norm_rows(const lk_f32_layer_norm *n, lk_eight *values) {
#pragma clang fp contract(off)
    const float scale = 1 / (float)n->channels;
    lk_eight sum = {0}, squares = {0}, factor;
    for (int32_t c = 0; c < n->channels; c++) sum += values[c];
    const lk_eight mean = sum * scale;
    for (int32_t c = 0; c < n->channels; c++) {
        const lk_eight difference = values[c] - mean;
        squares += difference * difference;
    }
    const lk_eight variance = squares * scale + n->epsilon;
    for (int i = 0; i < 8; i++) factor[i] = 1 / sqrtf(variance[i]);
    for (int32_t c = 0; c < n->channels; c++) {
        const lk_eight own = factor * n->factors[c];
        const lk_eight first = values[c] * own, second = -mean * own;
        values[c] = first + second;
    }
}

/// Stores eight rows as pixels or, transposed, as channels whose pixels are the row's channels.
static void lk_layer_norm_store(const lk_f32_layer_norm *n, int32_t row, int32_t count,
                                const lk_eight *values) {
    if (n->transposed) {
        float *to = n->output + row / LK_BLOCK * n->output_plane + row % LK_BLOCK;
        for (int32_t c = 0; c < n->channels; c++, to += LK_BLOCK) {
            *(lk_eight *)to = values[c];
            for (int32_t i = count; i < 8; i++) to[i] = 0;
        }
        return;
    }
    for (int32_t c = 0; c < n->channels; c += 8) {
        float *to = n->output + c / LK_BLOCK * n->output_plane + c % LK_BLOCK +
                    (int64_t)row * LK_BLOCK;
        lk_eight rows[8];
        lk_transpose((const float *)(values + c), 8, rows);
        LK_UNROLL for (int i = 0; i < 8; i++)
            if (i < count) *(lk_eight *)(to + i * LK_BLOCK) = rows[i];
    }
}

LK_KERNEL(f32_layer_norm) {
    const lk_f32_layer_norm *n = args;
    lk_eight values[LK_LAYER_NORM_CHANNELS];
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t row = unit * 8, left = n->rows - row;
        const int32_t count = left < 0 ? 0 : left < 8 ? left : 8;
        lk_layer_norm_load(n, row, count, values);
        lk_layer_norm_rows(n, values);
        lk_layer_norm_store(n, row, count, values);
    }
}
