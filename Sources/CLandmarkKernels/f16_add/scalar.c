#define LK_HALF
#include "../scalar.h"

LK_KERNEL(f16_add) {
    const lk_f16_add *a = args;
    for (int32_t block = begin; block < end; block++) {
        const uint16_t *input = (const uint16_t *)a->input + block * a->input_plane;
        uint16_t *output = (uint16_t *)a->output + block * a->output_plane;
        for (int64_t at = 0; at < (int64_t)a->pixels * LK_BLOCK; at += LK_BLOCK) {
            float values[LK_BLOCK] = {0};
            if (block < a->input_blocks)
                for (int32_t i = 0; i < LK_BLOCK; i++) values[i] = lk_half_to_float(input[at + i]);
            lk_finish_block(&a->epilogue, block, at, values, output + at);
        }
    }
}
