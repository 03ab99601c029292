#include "../vector.h"

LK_REAL_KERNEL(add) {
    const lk_f32_add *a = args;
    for (int32_t block = begin; block < end; block++) {
        const lk_real *input =
            block < a->input_blocks ? LK_REAL(a->input, block * a->input_plane) : 0;
        lk_real *output = LK_REAL(a->output, block * a->output_plane);
        for (int32_t i = 0; i < a->pixels; i++) {
            const int64_t at = (int64_t)i * LK_BLOCK;
            lk_reals value = {0};
            if (input) value = LK_LOAD_REALS(input + at);
            lk_finish(&a->epilogue, block, i, 1, &value, output + at);
        }
    }
}
