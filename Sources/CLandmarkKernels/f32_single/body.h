// The convolution to one channel of every vector instruction set. The including file has defined
// LK_BLOCK and LK_SINGLE, the kernel's name.

#include <string.h>

#include "../f32_vector.h"
#include "../f32_transpose.h"

enum {
    /// Vectors of pixels that are summed together, for three output rows each.
    LK_SINGLE_SUMS = 4,
    /// Pixels of a stretch: an image's row, mostly.
    LK_SINGLE_PIXELS = LK_SINGLE_VECTORS * LK_BLOCK,
    /// Floats between channels, with room for what a window reaches beyond the pixels.
    LK_SINGLE_STRIDE = LK_SINGLE_PIXELS + LK_BLOCK,
};

/// Input rows pass one after the other through a stretch of columns. Each is turned, so that the
/// pixels of a channel are neighbors, and adds its products to the three output rows it touches.
typedef struct {
    const lk_f32_single *conv;
    /// The stretch's first output column, and its pixels.
    int32_t from, count;
    _Alignas(64) float turned[LK_SINGLE_CHANNELS][LK_SINGLE_STRIDE];
    /// The sums of the output rows that have had one row of taps, and two.
    float begun[2][LK_SINGLE_PIXELS];
} lk_stretch;

/// Lays input row `y` out channel by channel, zero where it lies outside the tensor.
static void lk_single_turn(lk_stretch *s, int32_t y) {
    const lk_f32_single *c = s->conv;
    const int32_t start = s->from - c->pad_left, reach = start + s->count + 2;
    const int32_t first = start < 0 ? 0 : start;
    const int32_t end = reach > c->input_width ? c->input_width : reach;
    const bool inside = y >= 0 && y < c->input_height;
    if (!inside || first > start || end < reach) memset(s->turned, 0, sizeof s->turned);
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
                    *(lk_eight *)(s->turned[channel + k] + (x - start)) = columns[k];
                continue;
            }
            for (int32_t i = x; i < end; i++)
                for (int k = 0; k < 8; k++)
                    s->turned[channel + k][i - start] = pixels[(int64_t)i * LK_BLOCK + k];
        }
    }
}

/// Adds the turned row's products to three output rows, of which the first, `y`, is then done.
static void lk_single_add(lk_stretch *s, int32_t y, bool wanted) {
    const lk_f32_single *c = s->conv;
    const float *rows[3];
    LK_UNROLL for (int i = 0; i < 3; i++) rows[i] = c->weights + i * 3 * c->channels;
    for (int32_t from = 0; from < s->count; from += LK_SINGLE_SUMS * LK_BLOCK) {
        lk_vec sums[3][LK_SINGLE_SUMS];
        LK_UNROLL for (int i = 0; i < LK_SINGLE_SUMS; i++) {
            sums[0][i] = lk_splat(c->bias);
            sums[1][i] = LK_LOAD(s->begun[0] + from + i * LK_BLOCK);
            sums[2][i] = LK_LOAD(s->begun[1] + from + i * LK_BLOCK);
        }
        int32_t tap = 0;
        for (int32_t kx = 0; kx < 3; kx++) {
            const float *pixels = s->turned[0] + from + kx;
            for (int32_t k = 0; k < c->channels; k++, tap++, pixels += LK_SINGLE_STRIDE) {
                lk_vec w[3];
                LK_UNROLL for (int row = 0; row < 3; row++) w[row] = lk_splat(rows[row][tap]);
                LK_UNROLL for (int i = 0; i < LK_SINGLE_SUMS; i++) {
                    const lk_vec x = LK_LOAD(pixels + i * LK_BLOCK);
                    LK_UNROLL for (int row = 0; row < 3; row++)
                        LK_ADD_PRODUCT(sums[row][i], x, w[row]);
                }
            }
        }
        float done[LK_SINGLE_SUMS * LK_BLOCK];
        LK_UNROLL for (int i = 0; i < LK_SINGLE_SUMS; i++) {
            LK_STORE(s->begun[0] + from + i * LK_BLOCK, sums[0][i]);
            LK_STORE(s->begun[1] + from + i * LK_BLOCK, sums[1][i]);
            LK_STORE(done + i * LK_BLOCK, lk_activate(c->activation, sums[2][i], sums[2][i]));
        }
        const int32_t left = s->count - from;
        const int32_t most = LK_SINGLE_SUMS * LK_BLOCK;
        if (wanted)
            memcpy(c->output + (int64_t)y * c->width + s->from + from, done,
                   sizeof(float) * (size_t)(left < most ? left : most));
    }
}

void LK_SINGLE(const void *args, int32_t begin, int32_t end) {
    const lk_f32_single *c = args;
    while (begin < end) {
        const int32_t from = begin / c->height * LK_SINGLE_PIXELS;
        const int32_t rest = c->width - from, y = begin % c->height;
        const int32_t rows = end - begin < c->height - y ? end - begin : c->height - y;
        lk_stretch stretch = {.conv = c, .from = from};
        stretch.count = rest < LK_SINGLE_PIXELS ? rest : LK_SINGLE_PIXELS;
        // The first two rows of input end output rows that other units make.
        for (int32_t row = y - 2; row < y + rows; row++) {
            lk_single_turn(&stretch, row - c->pad_top + 2);
            lk_single_add(&stretch, row, row >= y);
        }
        begin += rows;
    }
}
