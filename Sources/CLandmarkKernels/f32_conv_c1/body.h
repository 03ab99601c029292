// The convolution to one channel. Vector lanes are pixels: input rows are transposed, and each adds
// its products to the three output rows that it touches.

#include <string.h>

#include "../vector.h"

enum {
    /// Vectors of pixels that are summed together, for three output rows each.
    LK_C1_SUMS = 4,
    /// Pixels of a stretch: usually a whole row of the image.
    LK_C1_PIXELS = LK_CONV_C1_VECTORS * LK_BLOCK,
    /// Floats between channels, with space for the part of a window that exceeds the stretch.
    LK_C1_STRIDE = LK_C1_PIXELS + LK_BLOCK,
};

/// A stretch of columns through which input rows pass one after another.
typedef struct {
    const lk_f32_conv_c1 *conv;
    /// The first output column, and the number of pixels.
    int32_t from, count;
    /// The current input row, channel by channel.
    _Alignas(64) float transposed[LK_CONV_C1_CHANNELS][LK_C1_STRIDE];
    /// The sums of the output rows that have received one and two rows of taps so far.
    float begun[2][LK_C1_PIXELS];
} lk_stretch;

/// Transposes input row `y` to channel by channel, with zeros outside the tensor.
static void lk_c1_transpose(lk_stretch *s, int32_t y) {
    const lk_f32_conv_c1 *c = s->conv;
    const int32_t start = s->from - c->pad_left, reach = start + s->count + 2;
    const int32_t first = start < 0 ? 0 : start;
    const int32_t end = reach > c->input_width ? c->input_width : reach;
    const bool inside = y >= 0 && y < c->input_height;
    if (!inside || first > start || end < reach) memset(s->transposed, 0, sizeof s->transposed);
    if (!inside) return;
    for (int32_t channel = 0; channel < c->channels; channel += 8) {
        const float *pixels = c->input + channel / LK_BLOCK * c->input_plane +
                              (int64_t)y * c->input_width * LK_BLOCK + channel % LK_BLOCK;
        for (int32_t x = first; x < end; x += 8) {
            if (x + 8 > end && end - first >= 8) x = end - 8;
            if (x + 8 <= end) {
                lk_eight columns[8];
                lk_transpose(pixels + (int64_t)x * LK_BLOCK, LK_BLOCK, columns);
                LK_UNROLL for (int k = 0; k < 8; k++)
                    *(lk_eight *)(s->transposed[channel + k] + (x - start)) = columns[k];
                continue;
            }
            for (int32_t i = x; i < end; i++)
                for (int k = 0; k < 8; k++)
                    s->transposed[channel + k][i - start] = pixels[(int64_t)i * LK_BLOCK + k];
        }
    }
}

/// Adds the products of the transposed row to three output rows. The first of them, `y`, is then
/// complete, and is stored if `stores` is true.
static void lk_c1_add(lk_stretch *s, int32_t y, bool stores) {
    const lk_f32_conv_c1 *c = s->conv;
    const float *rows[3];
    LK_UNROLL for (int i = 0; i < 3; i++) rows[i] = c->weights + i * 3 * c->channels;
    for (int32_t from = 0; from < s->count; from += LK_C1_SUMS * LK_BLOCK) {
        lk_vec sums[3][LK_C1_SUMS];
        LK_UNROLL for (int i = 0; i < LK_C1_SUMS; i++) {
            sums[0][i] = lk_splat(c->bias);
            sums[1][i] = LK_LOAD(s->begun[0] + from + i * LK_BLOCK);
            sums[2][i] = LK_LOAD(s->begun[1] + from + i * LK_BLOCK);
        }
        int32_t tap = 0;
        for (int32_t kx = 0; kx < 3; kx++) {
            const float *pixels = s->transposed[0] + from + kx;
            for (int32_t k = 0; k < c->channels; k++, tap++, pixels += LK_C1_STRIDE) {
                lk_vec w[3];
                LK_UNROLL for (int row = 0; row < 3; row++) w[row] = lk_splat(rows[row][tap]);
                LK_UNROLL for (int i = 0; i < LK_C1_SUMS; i++) {
                    const lk_vec x = LK_LOAD(pixels + i * LK_BLOCK);
                    LK_UNROLL for (int row = 0; row < 3; row++)
                        sums[row][i] += x * w[row];
                }
            }
        }
        float done[LK_C1_SUMS * LK_BLOCK];
        LK_UNROLL for (int i = 0; i < LK_C1_SUMS; i++) {
            LK_STORE(s->begun[0] + from + i * LK_BLOCK, sums[0][i]);
            LK_STORE(s->begun[1] + from + i * LK_BLOCK, sums[1][i]);
            LK_STORE(done + i * LK_BLOCK, lk_activate(c->activation, sums[2][i], sums[2][i]));
        }
        const int32_t left = s->count - from;
        const int32_t most = LK_C1_SUMS * LK_BLOCK;
        if (stores)
            memcpy(c->output + (int64_t)y * c->width + s->from + from, done,
                   sizeof(float) * (size_t)(left < most ? left : most));
    }
}

LK_KERNEL(f32_conv_c1) {
    const lk_f32_conv_c1 *c = args;
    while (begin < end) {
        const int32_t from = begin / c->height * LK_C1_PIXELS;
        const int32_t rest = c->width - from, y = begin % c->height;
        const int32_t rows = end - begin < c->height - y ? end - begin : c->height - y;
        lk_stretch stretch = {.conv = c, .from = from};
        stretch.count = rest < LK_C1_PIXELS ? rest : LK_C1_PIXELS;
        // The first two input rows complete output rows of other units.
        for (int32_t row = y - 2; row < y + rows; row++) {
            lk_c1_transpose(&stretch, row - c->pad_top + 2);
            lk_c1_add(&stretch, row, row >= y);
        }
        begin += rows;
    }
}
