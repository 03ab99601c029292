#include "../vector.h"

LK_KERNEL(f32_add) {
    const lk_f32_add *a = args;
    for (int32_t block = begin; block < end; block++) {
        const float *input =
            block < a->input_blocks ? a->input + block * a->input_plane : 0;
        float *output = a->output + block * a->output_plane;
        for (int32_t i = 0; i < a->pixels; i++) {
            lk_vec value = input ? LK_LOAD(input + (int64_t)i * LK_BLOCK) : lk_splat(0);
            lk_finish(&a->epilogue, block, i, 1, &value, output + (int64_t)i * LK_BLOCK);
        }
    }
}
