// What an epilogue does to one value: the plain form of `lk_finish`.

#include "lk_f32.h"

static inline float lk_finish_value(const lk_epilogue *e, int32_t block, int64_t at, int32_t lane,
                                    float x) {
    const int32_t size = 8;
    const float residual = e->residual && block < e->residual_blocks
                               ? e->residual[block * e->residual_plane + at]
                               : 0;
    if (!e->residual_last) x += residual;
    const float positive = x > 0 ? x : 0;
    switch (e->activation) {
    case LK_NONE:
        break;
    case LK_RELU:
        x = positive;
        break;
    case LK_RELU6:
        x = positive < 6 ? positive : 6;
        break;
    case LK_PRELU:
        x = positive + e->slopes[block * size + lane] * (x < 0 ? x : 0);
        break;
    case LK_HARD_SWISH: {
        const float gate = x + 3 > 0 ? x + 3 : 0;
        x = x * (gate < 6 ? gate : 6) * (1.0f / 6);
        break;
    }
    }
    return e->residual_last ? x + residual : x;
}
