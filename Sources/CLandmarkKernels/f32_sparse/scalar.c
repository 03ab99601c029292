#include "../scalar.h"
#include "unit.h"

/// Adds the products of one pixel for the rows of a group: the definition that vector kernels are
/// tested against. Returns the end of the weights.
static const lk_sparse_weights *add_rows(const float *input, int64_t plane,
                                         const lk_sparse_row *rows, int32_t count,
                                         const lk_sparse_weights *weights, float *sums) {
    for (int32_t i = 0; i < count; i++) {
        float *sum = sums + rows[i].output;
        for (int32_t k = 0; k < rows[i].count; k++) {
            const lk_sparse_weights *w = weights + k / 4;
            const int32_t channel = w->places[k % 4] / LK_SPARSE_TILE;
            const float x = input[channel / LK_BLOCK * plane + channel % LK_BLOCK];
            *sum = lk_multiply_add(x, w->values[k % 4], *sum);
        }
        weights += (rows[i].count + 3) / 4;
    }
    return weights;
}

LK_KERNEL(f32_sparse) {
    const lk_f32_sparse *s = args;
    float sums[LK_SPARSE_SUMS / LK_SPARSE_TILE];
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_sparse_unit u = lk_sparse_unit_at(s, unit);
        const int32_t count = (u.last - u.first) * LK_BLOCK;
        for (int32_t pixel = u.pixel; pixel < u.pixel + u.pixels; pixel++) {
            const int64_t at = (int64_t)pixel * LK_BLOCK;
            const lk_sparse_row *rows = u.rows;
            const lk_sparse_weights *weights = u.weights;
            for (int32_t i = 0; i < count; i++) sums[i] = s->bias[u.first * LK_BLOCK + i];
            for (int32_t part = 0; part < u.parts; part++) {
                const float *input = s->input + part * LK_SPARSE_PART * s->input_plane + at;
                for (int32_t i = 0; i < count; i += LK_SPARSE_GROUP) {
                    const int32_t rest = count - i < LK_SPARSE_GROUP ? count - i : LK_SPARSE_GROUP;
                    weights = add_rows(input, s->input_plane, rows, rest, weights, sums + i);
                    rows += rest;
                }
            }
            for (int32_t b = u.first; b < u.last; b++)
                lk_finish_block(&s->epilogue, b, at, sums + (b - u.first) * LK_BLOCK,
                                s->output + b * s->output_plane + at);
        }
    }
}
