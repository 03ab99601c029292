#include "../vector.h"

LK_KERNEL(f32_peak) {
    const lk_f32_peak *p = args;
    // Independent sums hide the latency of the addition. They start from different values, because
    // a compiler would merge equal ones.
    lk_vec sums[LK_PEAK_SUMS];
    LK_UNROLL for (int i = 0; i < LK_PEAK_SUMS; i++) sums[i] = lk_splat((float)i);
    const lk_vec x = lk_splat(p->factor), y = x;
    for (int64_t k = (int64_t)(end - begin) * LK_PEAK_ROUNDS; k > 0; k--) {
        LK_UNROLL for (int i = 0; i < LK_PEAK_SUMS; i++) LK_ADD_PRODUCT(sums[i], x, y);
    }
    LK_UNROLL for (int i = 1; i < LK_PEAK_SUMS; i++) sums[0] += sums[i];
    LK_STORE(p->output + (int64_t)begin * LK_BLOCK, sums[0]);
}
