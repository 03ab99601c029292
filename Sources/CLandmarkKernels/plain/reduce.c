#include <math.h>

#include "rows.h"

static int64_t place(const int32_t *shape, const int64_t *steps, int64_t index) {
    const int64_t last = index % shape[LK_RANK - 1];
    return last * steps[LK_RANK - 1] +
           lk_row_offset(shape, steps, index / shape[LK_RANK - 1]);
}

enum { STRANDS = 4 };

/// Adds a row to each of four sums at once: a sum alone would wait for each of its additions.
static void add_rows(const float *const rows[STRANDS], int64_t step, int32_t length,
                     float sums[STRANDS]) {
    for (int32_t i = 0; i < length; i++)
        for (int32_t k = 0; k < STRANDS; k++) sums[k] += rows[k][i * step];
}

void lk_plain_reduce_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_reduce *r = args;
    int64_t rows = 1;
    for (int d = 0; d < LK_RANK - 1; d++) rows *= r->inner[d];
    for (int32_t unit = begin; unit < end; unit += STRANDS) {
        const int32_t count = end - unit < STRANDS ? end - unit : STRANDS;
        float sums[STRANDS] = {0};
        for (int64_t row = 0; row < rows; row++) {
            const int64_t at = lk_row_offset(r->inner, r->inner_steps, row);
            const float *from[STRANDS];
            for (int32_t k = 0; k < STRANDS; k++) {
                // Strands without a unit repeat the first one, to no effect.
                const int32_t own = k < count ? unit + k : unit;
                from[k] = r->input + place(r->outer, r->outer_steps, own) + at;
            }
            add_rows(from, r->inner_steps[LK_RANK - 1], r->inner[LK_RANK - 1], sums);
        }
        for (int32_t k = 0; k < count; k++) r->output[unit + k] = sums[k] * r->scale;
    }
}

void lk_plain_softmax_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_softmax *s = args;
    for (int32_t row = begin; row < end; row++) {
        const float *from = s->input + (int64_t)row * s->length;
        float *to = s->output + (int64_t)row * s->length;
        float most = from[0], sum = 0;
        for (int32_t i = 1; i < s->length; i++) most = from[i] > most ? from[i] : most;
        for (int32_t i = 0; i < s->length; i++) sum += to[i] = expf((from[i] - most) * s->beta);
        for (int32_t i = 0; i < s->length; i++) to[i] /= sum;
    }
}
