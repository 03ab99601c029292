#include "../vector.h"

LK_KERNEL(f32_mean) {
    const lk_f32_mean *m = args;
    for (int32_t block = begin; block < end; block++) {
        const float *input = m->input + block * m->input_plane;
        lk_vec sum = lk_splat(0);
        for (int32_t i = 0; i < m->pixels; i++) sum += LK_LOAD(input + (int64_t)i * LK_BLOCK);
        // Multiplies by the reciprocal to round like TensorFlow Lite's kernel.
        LK_STORE(m->output + block * m->output_plane, sum * lk_splat(1 / (float)m->pixels));
    }
}
