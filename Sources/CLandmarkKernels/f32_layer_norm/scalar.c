#include <math.h>

#include "../scalar.h"

/// Normalizes one row and stores it as a pixel or as a channel.
static void normalize_row(const lk_f32_layer_norm *n, int32_t row) {
#pragma clang fp contract(off)
    const float *from = n->input + (int64_t)row * n->channels;
    const float scale = 1 / (float)n->channels;
    float sum = 0, squares = 0;
    for (int32_t c = 0; c < n->channels; c++) sum += from[c];
    const float mean = sum * scale;
    for (int32_t c = 0; c < n->channels; c++) {
        const float difference = from[c] - mean;
        squares += difference * difference;
    }
    const float factor = 1 / sqrtf(squares * scale + n->epsilon);
    for (int32_t c = 0; c < n->channels; c++) {
        const float own = factor * n->factors[c];
        const int32_t channel = n->transposed ? row : c, pixel = n->transposed ? c : row;
        n->output[channel / LK_BLOCK * n->output_plane + (int64_t)pixel * LK_BLOCK +
                  channel % LK_BLOCK] = from[c] * own + -mean * own;
    }
}

LK_KERNEL(f32_layer_norm) {
    const lk_f32_layer_norm *n = args;
    for (int32_t row = begin * 8; row < end * 8; row++) {
        if (row < n->rows) {
            normalize_row(n, row);
        } else if (n->transposed) {
            float *to = n->output + row / LK_BLOCK * n->output_plane + row % LK_BLOCK;
            for (int32_t c = 0; c < n->channels; c++) to[c * LK_BLOCK] = 0;
        }
    }
}
