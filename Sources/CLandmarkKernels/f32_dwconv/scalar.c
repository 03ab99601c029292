#include "../f32_activate.h"

enum { BLOCK = 8 };

void lk_f32_dwconv__scalar(const void *args, int32_t begin, int32_t end) {
    const lk_f32_dwconv *c = args;
    const int32_t taps = c->kernel_height * c->kernel_width;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / c->height, y = unit % c->height;
        const float *plane = c->input + block * c->input_plane;
        const float *weights = c->weights + (int64_t)block * taps * BLOCK;
        for (int32_t i = 0; i < c->width * BLOCK; i++) {
            const int32_t x = i / BLOCK, lane = i % BLOCK;
            float sum = c->bias[block * BLOCK + lane];
            // Column by column, as the vector kernels do.
            for (int32_t tap = 0; tap < taps; tap++) {
                const int32_t ky = tap % c->kernel_height, kx = tap / c->kernel_height;
                const int32_t row = y * c->stride_y - c->pad_top + ky * c->dilation_y;
                const int32_t column = x * c->stride_x - c->pad_left + kx * c->dilation_x;
                if (row < 0 || row >= c->input_height) continue;
                if (column < 0 || column >= c->input_width) continue;
                const int64_t at = ((int64_t)row * c->input_width + column) * BLOCK + lane;
                sum += plane[at] * weights[(ky * c->kernel_width + kx) * BLOCK + lane];
            }
            const int64_t at = (int64_t)y * c->width * BLOCK + i;
            c->output[block * c->output_plane + at] =
                lk_finish_value(&c->epilogue, block, at, lane, sum);
        }
    }
}
