// The convolution of every vector instruction set. The including file has defined LK_BLOCK, LK_CONV
// (the kernel's name) and LK_TILE_1, LK_TILE_2, LK_TILE_3: the most pixels that a tile one, two or
// three blocks wide keeps in registers.

#include "../f32_vector.h"

/// A tile's place: where its pixels' inputs and outputs begin, and its first block.
typedef struct {
    const lk_f32_conv *conv;
    const float *input;
    const float *weights;
    int64_t pixel;
    int32_t block;
} lk_tile;

/// Sums for `m` pixels × `n` blocks; `step` floats lie between the pixels' inputs, and segments are
/// walked `unroll` floats at a time.
LK_INLINE void lk_conv_tile(const int m, const int n, const int step, const int unroll,
                            const lk_tile *tile) {
    const lk_f32_conv *c = tile->conv;
    lk_vec sums[3][16];
    LK_UNROLL for (int j = 0; j < n; j++) {
        const lk_vec bias = LK_LOAD(c->bias + (tile->block + j) * LK_BLOCK);
        LK_UNROLL for (int i = 0; i < m; i++) sums[j][i] = bias;
    }
    const float *w = tile->weights;
    for (int32_t s = 0; s < c->offset_count; s++) {
        const float *a = tile->input + c->offsets[s];
        const int32_t length = s == c->offset_count - 1 ? c->last_length : c->segment_length;
        for (int32_t k = 0; k < length; k += unroll) {
            LK_UNROLL for (int u = 0; u < unroll; u++) {
                const float *b = w + u * n * LK_BLOCK;
                lk_vec b0 = LK_LOAD(b), b1 = b0;
                if (n > 1) b1 = LK_LOAD(b + LK_BLOCK);
                LK_UNROLL for (int i = 0; i < m; i++) {
                    const lk_vec x = lk_splat(a[i * step + u]);
                    LK_ADD_PRODUCT(sums[0][i], x, b0);
                    if (n > 1) LK_ADD_PRODUCT(sums[1][i], x, b1);
                    if (n > 2) LK_ADD_PRODUCT_AT(sums[2][i], x, b + 2 * LK_BLOCK);
                }
            }
            a += unroll;
            w += unroll * n * LK_BLOCK;
        }
    }
    LK_UNROLL for (int j = 0; j < n; j++) {
        float *output = c->output + (tile->block + j) * c->output_plane + tile->pixel * LK_BLOCK;
        lk_finish(&c->epilogue, tile->block + j, tile->pixel, m, sums[j], output);
    }
}

// Tiles by pixels and blocks, for the steps that matter: neighbours in a blocked tensor, every
// second pixel of one, every second pixel of an RGB picture, and any other.
#define LK_TILES(name, step, unroll)                                                          \
    static void name(const int m, const int n, const lk_tile *t) {                            \
        switch (n * 16 + m) {                                                                 \
            LK_CASES_1(step, unroll)                                                          \
            LK_CASES_2(step, unroll)                                                          \
            LK_CASES_3(step, unroll)                                                          \
        default:                                                                              \
            break;                                                                            \
        }                                                                                     \
    }
#define LK_CASE(m, n, step, unroll)                 \
    case n * 16 + m:                                \
        lk_conv_tile(m, n, step, unroll, t);        \
        break;
#define LK_CASES_TO_4(n, s, u) LK_CASE(1, n, s, u) LK_CASE(2, n, s, u) LK_CASE(3, n, s, u) LK_CASE(4, n, s, u)
#define LK_CASES_TO_6(n, s, u) LK_CASES_TO_4(n, s, u) LK_CASE(5, n, s, u) LK_CASE(6, n, s, u)
#define LK_CASES_TO_9(n, s, u) LK_CASES_TO_6(n, s, u) LK_CASE(7, n, s, u) LK_CASE(8, n, s, u) LK_CASE(9, n, s, u)
#define LK_CASES_TO_12(n, s, u) LK_CASES_TO_9(n, s, u) LK_CASE(10, n, s, u) LK_CASE(11, n, s, u) LK_CASE(12, n, s, u)
#define LK_CASES_TO_14(n, s, u) LK_CASES_TO_12(n, s, u) LK_CASE(13, n, s, u) LK_CASE(14, n, s, u)

LK_TILES(lk_tiles_next, LK_BLOCK, 4)
LK_TILES(lk_tiles_second, 2 * LK_BLOCK, 4)
LK_TILES(lk_tiles_rgb_second, 6, 3)

static void lk_tiles_any(const int m, const int n, const lk_tile *t) {
    const lk_f32_conv *c = t->conv;
    for (int i = 0; i < m; i++) {
        const lk_tile one = {c, t->input + (int64_t)i * c->pixel_step, t->weights, t->pixel + i,
                             t->block};
        switch (n) {
        case 1:
            lk_conv_tile(1, 1, 0, 1, &one);
            break;
        case 2:
            lk_conv_tile(1, 2, 0, 1, &one);
            break;
        default:
            lk_conv_tile(1, 3, 0, 1, &one);
        }
    }
}

void LK_CONV(const void *args, int32_t begin, int32_t end) {
    const lk_f32_conv *c = args;
    const int32_t groups = lk_conv_groups(c->blocks);
    const int32_t chunks = c->rows * c->chunks;
    const int64_t depth =
        (int64_t)(c->offset_count - 1) * c->segment_length + c->last_length;
    void (*tiles)(int, int, const lk_tile *) = lk_tiles_any;
    if (c->pixel_step == LK_BLOCK && c->segment_length % 4 == 0) tiles = lk_tiles_next;
    if (c->pixel_step == 2 * LK_BLOCK && c->segment_length % 4 == 0) tiles = lk_tiles_second;
    if (c->pixel_step == 6 && c->segment_length % 3 == 0) tiles = lk_tiles_rgb_second;
    static const int32_t most[4] = {0, LK_TILE_1, LK_TILE_2, LK_TILE_3};

    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t group = c->chunk_outer ? unit % groups : unit / chunks;
        const int32_t chunk = c->chunk_outer ? unit / groups : unit % chunks;
        const int32_t row = chunk / c->chunks;
        const int32_t part = chunk % c->chunks;
        int32_t from = (int32_t)((int64_t)c->columns * part / c->chunks);
        const int32_t to = (int32_t)((int64_t)c->columns * (part + 1) / c->chunks);
        int32_t width;
        lk_tile t = {.conv = c};
        t.block = lk_conv_group(c->blocks, group, &width);
        t.weights = c->weights + depth * t.block * LK_BLOCK;
        // Tiles of even size leave no small one at the end.
        const int32_t count = (to - from + most[width] - 1) / most[width];
        const int32_t first = from, length = to - from;
        for (int32_t i = 0; i < count; i++) {
            const int32_t next = first + (int32_t)((int64_t)length * (i + 1) / count);
            t.input = c->input + (int64_t)row * c->row_step + (int64_t)from * c->pixel_step;
            t.pixel = (int64_t)row * c->columns + from;
            tiles(next - from, width, &t);
            from = next;
        }
    }
}
