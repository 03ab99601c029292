#include "../include/lk_mask.h"

#include <math.h>

void lk_f32_likelihood_run(const void *args, int32_t begin, int32_t end) {
    const lk_f32_likelihood *c = args;
    for (int64_t unit = begin; unit < end; unit++) {
        const int64_t first = unit * LK_LIKELIHOODS;
        const int64_t rest = c->count - first;
        const int32_t count = rest < LK_LIKELIHOODS ? (int32_t)rest : LK_LIKELIHOODS;
        // In two loops, so that the second one is done in vectors.
        float powers[LK_LIKELIHOODS];
        for (int32_t i = 0; i < count; i++) powers[i] = expf(-c->logits[first + i]);
        for (int32_t i = 0; i < count; i++)
            c->likelihoods[first + i] = (float)(1 / (1 + (double)powers[i]));
    }
}
