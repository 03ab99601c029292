// The mean over pixels of every instruction set. The including file has defined LK_BLOCK and
// LK_MEAN.

#include "../f32_vector.h"

void LK_MEAN(const void *args, int32_t begin, int32_t end) {
    const lk_f32_mean *m = args;
    for (int32_t block = begin; block < end; block++) {
        const float *input = m->input + block * m->input_plane;
        lk_vec sum = lk_splat(0);
        for (int32_t i = 0; i < m->pixels; i++) sum += LK_LOAD(input + (int64_t)i * LK_BLOCK);
        // Times the reciprocal, as TensorFlow Lite's kernel rounds it.
        LK_STORE(m->output + block * m->output_plane, sum * lk_splat(1 / (float)m->pixels));
    }
}
