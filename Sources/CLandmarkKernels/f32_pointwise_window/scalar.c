#include "../scalar.h"

/// Sums one pixel in the same order as the convolution to all channels.
static float sum_pixel(const lk_f32_pointwise_window *c, int64_t pixel) {
    float sum = c->bias;
    for (int32_t k = 0; k < c->channels; k++) {
        const float *block = c->input + k / LK_BLOCK * c->input_plane + pixel * LK_BLOCK;
        sum = lk_multiply_add(block[k % LK_BLOCK], c->weights[k], sum);
    }
    return lk_activate_value(c->activation, sum, c->slope);
}

LK_KERNEL(f32_pointwise_window) {
    const lk_f32_pointwise_window *c = args;
    for (int32_t y = begin; y < end; y++) {
        const int64_t first = (int64_t)(c->top + y) * c->input_width + c->left;
        float *output = c->output + (int64_t)y * c->width * c->output_step;
        for (int32_t x = 0; x < c->width; x++)
            output[x * c->output_step] = sum_pixel(c, first + x);
    }
}
