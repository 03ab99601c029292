#include <math.h>

#include "../vector.h"

/// Pools one row of 2×2 maxima without padding, the most common case in the models.
LK_INLINE void lk_pool_squares(const lk_f32_pool *p, const lk_real *above, int32_t block,
                               int64_t pixel, lk_real *output) {
    const lk_real *below = above + (int64_t)p->input_width * LK_BLOCK;
    for (int32_t x = 0; x < p->width; x++, above += 2 * LK_BLOCK, below += 2 * LK_BLOCK) {
        lk_reals value = lk_max(lk_max(LK_LOAD_REALS(above), LK_LOAD_REALS(above + LK_BLOCK)),
                              lk_max(LK_LOAD_REALS(below), LK_LOAD_REALS(below + LK_BLOCK)));
        lk_finish(&p->epilogue, block, pixel + x, 1, &value, output + (int64_t)x * LK_BLOCK);
    }
}

LK_REAL_KERNEL(pool) {
    const lk_f32_pool *p = args;
    const bool squares = !p->average && p->kernel_height == 2 && p->kernel_width == 2 &&
                         p->stride_y == 2 && p->stride_x == 2 && p->pad_top == 0 &&
                         p->pad_left == 0 && p->height * 2 <= p->input_height &&
                         p->width * 2 <= p->input_width;
    for (int32_t unit = begin; unit < end; unit++) {
        if (squares) {
            const int32_t block = unit / p->height, y = unit % p->height;
            const int64_t pixel = (int64_t)y * p->width;
            const int64_t above = (int64_t)y * 2 * p->input_width * LK_BLOCK;
            lk_pool_squares(p, LK_REAL(p->input, block * p->input_plane + above), block, pixel,
                            LK_REAL(p->output, block * p->output_plane + pixel * LK_BLOCK));
            continue;
        }
        const int32_t block = unit / p->height;
        const int32_t y = unit % p->height;
        const lk_real *plane = LK_REAL(p->input, block * p->input_plane);
        lk_real *output = LK_REAL(p->output, block * p->output_plane);
        const int32_t top = y * p->stride_y - p->pad_top;
        const int32_t y0 = top < 0 ? 0 : top;
        const int32_t y1 = top + p->kernel_height > p->input_height ? p->input_height
                                                                    : top + p->kernel_height;
        for (int32_t x = 0; x < p->width; x++) {
            const int32_t left = x * p->stride_x - p->pad_left;
            const int32_t x0 = left < 0 ? 0 : left;
            const int32_t x1 =
                left + p->kernel_width > p->input_width ? p->input_width : left + p->kernel_width;
            lk_reals value = LK_NARROW(lk_splat(p->average ? 0 : -INFINITY));
            for (int32_t iy = y0; iy < y1; iy++)
                for (int32_t ix = x0; ix < x1; ix++) {
                    const int64_t at = (int64_t)iy * p->input_width + ix;
                    const lk_reals v = LK_LOAD_REALS(plane + at * LK_BLOCK);
                    value = p->average ? value + v : lk_max(value, v);
                }
            if (p->average) value /= LK_NARROW(lk_splat((float)((y1 - y0) * (x1 - x0))));
            const int64_t pixel = (int64_t)y * p->width + x;
            lk_finish(&p->epilogue, block, pixel, 1, &value, output + pixel * LK_BLOCK);
        }
    }
}
