// One value of each unary operator.

#include <math.h>

#include "lk_plain.h"

static inline float lk_clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

static inline float lk_unary_value(lk_unary operation, float parameter, float x) {
    switch (operation) {
    case LK_UNARY_COPY:
        return x;
    case LK_UNARY_NEG:
        return -x;
    case LK_UNARY_ABS:
        return fabsf(x);
    case LK_UNARY_SQRT:
        return sqrtf(x);
    case LK_UNARY_RSQRT:
        return 1 / sqrtf(x);
    case LK_UNARY_SQUARE:
        return x * x;
    case LK_UNARY_EXP:
        return expf(x);
    case LK_UNARY_LOGISTIC:
        return 1 / (1 + expf(-x));
    case LK_UNARY_TANH:
        return tanhf(x);
    case LK_UNARY_RELU:
        return x > 0 ? x : 0;
    case LK_UNARY_RELU6:
        return lk_clamp(x, 0, 6);
    case LK_UNARY_RELU_N1_TO_1:
        return lk_clamp(x, -1, 1);
    case LK_UNARY_HARD_SWISH:
        return x * lk_clamp(x + 3, 0, 6) * (1.0f / 6);
    case LK_UNARY_LEAKY_RELU:
        return x > 0 ? x : parameter * x;
    }
    return x;
}
