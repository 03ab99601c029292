#include "lk_f32.h"

static const float *weights_row(const uint16_t *weights, int32_t lanes, float *room) {
    lk_f16_to_f32(LK_SCALAR, weights, room, lanes);
    return room;
}

#define LK_WEIGHT uint16_t
#define LK_CONV lk_f32_half__scalar
#include "../f32_conv/scalar_body.h"
