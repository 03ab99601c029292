#include "../vector.h"

LK_REAL_KERNEL(pad) {
    const lk_f32_pad *p = args;
    for (int32_t block = begin; block < end; block++) {
        const lk_real *from = LK_REAL(p->input, block * p->input_plane);
        const int64_t corner = ((int64_t)p->pad_top * p->width + p->pad_left) * LK_BLOCK;
        lk_real *to = LK_REAL(p->output, block * p->output_plane + corner);
        for (int32_t y = 0; y < p->input_height; y++) {
            for (int32_t x = 0; x < p->input_width; x++)
                LK_STORE_REALS(to + (int64_t)x * LK_BLOCK,
                               LK_LOAD_REALS(from + (int64_t)x * LK_BLOCK));
            from += (int64_t)p->input_width * LK_BLOCK;
            to += (int64_t)p->width * LK_BLOCK;
        }
    }
}
