#include "lk_f32.h"

void lk_conv_pack(const lk_conv_layout *layout, int32_t block, float *packed) {
    const lk_conv_layout l = *layout;
    const int32_t segments = (l.row_length + l.segment_length - 1) / l.segment_length;
    const int64_t output_step = (int64_t)l.rows * l.row_length;
    for (int32_t group = 0; group < lk_conv_groups(l.blocks); group++) {
        int32_t width;
        const int32_t first = lk_conv_group(l.blocks, group, &width) * block;
        const int32_t lanes = width * block;
        const int32_t real = l.outputs - first < lanes ? l.outputs - first : lanes;
        for (int32_t s = 0; s < l.rows * segments; s++) {
            const int32_t start = s % segments * l.segment_length;
            const bool last = s == l.rows * segments - 1;
            const int32_t length = last ? l.last_length : l.segment_length;
            const float *from =
                l.weights + first * output_step + (int64_t)(s / segments) * l.row_length + start;
            for (int32_t k = 0; k < length; k++, packed += lanes)
                for (int32_t i = 0; i < lanes; i++)
                    packed[i] = i < real && start + k < l.row_length ? from[i * output_step + k] : 0;
        }
    }
}
