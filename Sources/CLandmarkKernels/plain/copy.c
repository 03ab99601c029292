#include <string.h>

#include "rows.h"

void lk_plain_copy_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_copy *c = args;
    const int32_t length = c->shape[LK_RANK - 1];
    const int64_t from_step = c->input_steps[LK_RANK - 1];
    const int64_t to_step = c->output_steps[LK_RANK - 1];
    for (int32_t row = begin; row < end; row++) {
        const float *from = c->input + lk_row_offset(c->shape, c->input_steps, row);
        float *to = c->output + lk_row_offset(c->shape, c->output_steps, row);
        if (from_step == 1 && to_step == 1) {
            memcpy(to, from, (size_t)length * sizeof(float));
            continue;
        }
        for (int32_t i = 0; i < length; i++) to[i * to_step] = from[i * from_step];
    }
}
