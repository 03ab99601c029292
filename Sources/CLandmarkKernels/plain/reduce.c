#include <math.h>

#include "rows.h"

static int64_t place(const int32_t *shape, const int64_t *steps, int64_t index) {
    const int64_t last = index % shape[LK_RANK - 1];
    return last * steps[LK_RANK - 1] +
           lk_row_offset(shape, steps, index / shape[LK_RANK - 1]);
}

void lk_plain_reduce_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_reduce *r = args;
    int64_t rows = 1;
    for (int d = 0; d < LK_RANK - 1; d++) rows *= r->inner[d];
    const int32_t length = r->inner[LK_RANK - 1];
    const int64_t step = r->inner_steps[LK_RANK - 1];
    for (int32_t unit = begin; unit < end; unit++) {
        const float *from = r->input + place(r->outer, r->outer_steps, unit);
        float sum = 0;
        for (int64_t row = 0; row < rows; row++) {
            const float *values = from + lk_row_offset(r->inner, r->inner_steps, row);
            for (int32_t i = 0; i < length; i++) sum += values[i * step];
        }
        r->output[unit] = sum * r->scale;
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
