// Changes of layout: row-major to blocked and back, depth to space.

#include "../vector.h"

LK_KERNEL(f32_pack) {
    const lk_f32_layout *l = args;
    for (int32_t y = begin; y < end; y++) {
        const float *from = l->input + y * l->row_step;
        float *to = l->output + (int64_t)y * l->width * LK_BLOCK;
        for (int32_t c = 0; c < l->channels; c += LK_BLOCK, to += l->plane) {
            const int32_t count = l->channels - c < LK_BLOCK ? l->channels - c : LK_BLOCK;
            for (int32_t x = 0; x < l->width; x++) {
                const float *pixel = from + (int64_t)x * l->channels + c;
                float *block = to + (int64_t)x * LK_BLOCK;
                if (count == LK_BLOCK) {
                    LK_STORE(block, LK_LOAD(pixel));
                    continue;
                }
                for (int32_t k = 0; k < LK_BLOCK; k++) block[k] = k < count ? pixel[k] : 0;
            }
        }
    }
}

LK_KERNEL(f32_unpack) {
    const lk_f32_layout *l = args;
    for (int32_t y = begin; y < end; y++) {
        const float *from = l->input + (int64_t)y * l->width * LK_BLOCK;
        float *to = l->output + y * l->row_step;
        for (int32_t c = 0; c < l->channels; c += LK_BLOCK, from += l->plane) {
            const int32_t count = l->channels - c < LK_BLOCK ? l->channels - c : LK_BLOCK;
            for (int32_t x = 0; x < l->width; x++) {
                const float *block = from + (int64_t)x * LK_BLOCK;
                float *pixel = to + (int64_t)x * l->channels + c;
                if (count == LK_BLOCK) {
                    LK_STORE(pixel, LK_LOAD(block));
                    continue;
                }
                for (int32_t k = 0; k < count; k++) pixel[k] = block[k];
            }
        }
    }
}

/// Fills an output row of one block: each corner of a square takes the channels from `first` on of its
/// pixel.
LK_INLINE void lk_spread(const lk_f32_depth_to_space *d, int32_t y, int32_t first,
                         const float *input, float *output) {
    const int32_t left = d->channels - first;
    const int32_t count = left < LK_BLOCK ? left : LK_BLOCK;
    for (int32_t x = 0; x < d->square; x++) {
        const int32_t channel = (y % d->square * d->square + x) * d->channels + first;
        const int32_t lane = channel % LK_BLOCK;
        const float *from = input + channel / LK_BLOCK * d->input_plane;
        for (int32_t i = 0; i < d->width / d->square; i++, from += LK_BLOCK) {
            float *to = output + (i * d->square + x) * LK_BLOCK;
            if (lane == 0 && count == LK_BLOCK) {
                LK_STORE(to, LK_LOAD(from));
                continue;
            }
            LK_STORE(to, lk_splat(0));
            // The channels begin in one block, and may end in the next.
            for (int32_t k = 0; k < count; k++) {
                const int32_t at = lane + k;
                to[k] = from[at < LK_BLOCK ? at : at - LK_BLOCK + d->input_plane];
            }
        }
    }
}

LK_KERNEL(f32_depth_to_space) {
    const lk_f32_depth_to_space *d = args;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / d->height;
        const int32_t y = unit % d->height;
        const int64_t row = (int64_t)(y / d->square) * (d->width / d->square);
        lk_spread(d, y, block * LK_BLOCK, d->input + row * LK_BLOCK,
                  d->output + block * d->output_plane + (int64_t)y * d->width * LK_BLOCK);
    }
}
