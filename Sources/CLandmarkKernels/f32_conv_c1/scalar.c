#include "../scalar.h"

/// Sums one output pixel in the same order as the convolution to blocks.
static float sum_pixel(const lk_f32_conv_c1 *c, int32_t y, int32_t x) {
    float sum = c->bias;
    const float *weights = c->weights;
    for (int32_t ky = 0; ky < 3; ky++)
        for (int32_t kx = 0; kx < 3; kx++, weights += c->channels) {
            const int32_t row = y - c->pad_top + ky, column = x - c->pad_left + kx;
            if (row < 0 || row >= c->input_height) continue;
            if (column < 0 || column >= c->input_width) continue;
            const float *pixel = c->input + ((int64_t)row * c->input_width + column) * LK_BLOCK;
            for (int32_t k = 0; k < c->channels; k++) {
                const float v = pixel[k / LK_BLOCK * c->input_plane + k % LK_BLOCK];
                sum = lk_multiply_add(v, weights[k], sum);
            }
        }
    return lk_activate_value(c->activation, sum, 0);
}

LK_KERNEL(f32_conv_c1) {
    const lk_f32_conv_c1 *c = args;
    const int32_t pixels = LK_CONV_C1_VECTORS * LK_BLOCK;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t y = unit % c->height, from = unit / c->height * pixels;
        for (int32_t x = from; x < c->width && x < from + pixels; x++)
            c->output[(int64_t)y * c->width + x] = sum_pixel(c, y, x);
    }
}
