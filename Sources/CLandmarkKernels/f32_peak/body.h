// As many products as the processor can add, for every vector instruction set. The including file
// has defined LK_BLOCK and LK_PEAK.

#include "../f32_vector.h"

void LK_PEAK(const void *args, int32_t begin, int32_t end) {
    const lk_f32_peak *p = args;
    // Sums that do not wait for each other hide the addition's latency. They begin differently, or
    // a compiler would see that they are all the same.
    lk_vec sums[LK_PEAK_SUMS];
    LK_UNROLL for (int i = 0; i < LK_PEAK_SUMS; i++) sums[i] = lk_splat((float)i);
    const lk_vec x = lk_splat(p->factor), y = x;
    for (int64_t k = (int64_t)(end - begin) * LK_PEAK_ROUNDS; k > 0; k--) {
        LK_UNROLL for (int i = 0; i < LK_PEAK_SUMS; i++) LK_ADD_PRODUCT(sums[i], x, y);
    }
    LK_UNROLL for (int i = 1; i < LK_PEAK_SUMS; i++) sums[0] += sums[i];
    LK_STORE(p->output + (int64_t)begin * LK_BLOCK, sums[0]);
}
