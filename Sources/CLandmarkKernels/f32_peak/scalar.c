#include "../scalar.h"

LK_KERNEL(f32_peak) {
    const lk_f32_peak *p = args;
    float sums[LK_PEAK_SUMS][LK_BLOCK];
    for (int i = 0; i < LK_PEAK_SUMS; i++)
        for (int lane = 0; lane < LK_BLOCK; lane++) sums[i][lane] = (float)i;
    for (int64_t k = (int64_t)(end - begin) * LK_PEAK_ROUNDS; k > 0; k--)
        for (int i = 0; i < LK_PEAK_SUMS; i++)
            for (int lane = 0; lane < LK_BLOCK; lane++)
                sums[i][lane] = lk_multiply_add(p->factor, p->factor, sums[i][lane]);
    float *output = p->output + (int64_t)begin * LK_BLOCK;
    for (int lane = 0; lane < LK_BLOCK; lane++) {
        output[lane] = 0;
        for (int i = 0; i < LK_PEAK_SUMS; i++) output[lane] += sums[i][lane];
    }
}
