// The convolution of every vector instruction set. The including file has defined LK_BLOCK, LK_CONV
// (the kernel's name) and LK_TILE_1, LK_TILE_2, LK_TILE_3: the most pixels that a tile one, two or
// three blocks wide keeps in registers.

#include "../f32_vector.h"
#include "unit.h"

// Floats in a cache line.
enum { LK_LINE = 16 };

/// A run of tiles: where the inputs and outputs of the first one's pixels begin, and its blocks.
typedef struct {
    const lk_f32_conv *conv;
    const float *input;
    const float *weights;
    /// Weights that will be read next, fetched a line a segment while the first tiles are summed.
    const float *next;
    int64_t pixel;
    int32_t block;
    int32_t tiles;
    /// Tiles of the same unit that ran before.
    int32_t before;
} lk_run;

/// Adds `unroll` products to the sums of `m` pixels × `n` blocks.
LK_INLINE void lk_conv_products(const int m, const int n, const int step, const int unroll,
                                const float *a, const float *w, lk_vec sums[3][16]) {
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
}

/// Sums for `m` pixels × `n` blocks; `step` floats lie between the pixels' inputs. Segments are
/// walked `unroll` floats at a time, the last one `rest` at a time.
LK_INLINE void lk_conv_tile(const int m, const int n, const int step, const int unroll,
                            const int rest, const lk_run *run, const float *input,
                            int64_t pixel, const float *next) {
    const lk_f32_conv *c = run->conv;
    lk_vec sums[3][16];
    LK_UNROLL for (int j = 0; j < n; j++) {
        const lk_vec bias = LK_LOAD(c->bias + (run->block + j) * LK_BLOCK);
        LK_UNROLL for (int i = 0; i < m; i++) sums[j][i] = bias;
    }
    const float *w = run->weights;
    const int32_t last = c->offset_count - 1;
    for (int32_t s = 0; s < last; s++) {
        const float *a = input + c->offsets[s];
        __builtin_prefetch(next + s * LK_LINE, 0, 2);
        for (int32_t k = 0; k < c->segment_length; k += unroll) {
            lk_conv_products(m, n, step, unroll, a + k, w, sums);
            w += unroll * n * LK_BLOCK;
        }
    }
    const float *a = input + c->offsets[last];
    for (int32_t k = 0; k < c->last_length; k += rest) {
        lk_conv_products(m, n, step, rest, a + k, w, sums);
        w += rest * n * LK_BLOCK;
    }
    LK_UNROLL for (int j = 0; j < n; j++) {
        float *output = c->output + (run->block + j) * c->output_plane + pixel * LK_BLOCK;
        lk_finish(&c->epilogue, run->block + j, pixel, m, sums[j], output);
    }
}

LK_INLINE void lk_conv_run(const int m, const int n, const int step, const int unroll,
                           const int rest, const lk_run *run) {
    const float *input = run->input;
    int64_t pixel = run->pixel;
    // Lines of weights that one segment of a tile reads: as many tiles fetch all of the next ones.
    const int fetching = n * LK_BLOCK * LK_BLOCK / LK_LINE;
    for (int32_t i = 0; i < run->tiles; i++) {
        const int32_t tile = run->before + i;
        const float *next = tile < fetching
                                ? run->next + (int64_t)tile * run->conv->offset_count * LK_LINE
                                : run->weights;
        lk_conv_tile(m, n, step, unroll, rest, run, input, pixel, next);
        input += m * step;
        pixel += m;
    }
}

// Runs by pixels and blocks of a tile, for the steps that matter: neighbours in a blocked tensor,
// every second pixel of one, every second pixel of an RGB picture.
#define LK_RUNS(name, step, unroll, rest)                                \
    static void name(const int m, const int n, const lk_run *run) {      \
        switch (n * 16 + m) {                                            \
            LK_CASES_1(step, unroll, rest)                               \
            LK_CASES_2(step, unroll, rest)                               \
            LK_CASES_3(step, unroll, rest)                               \
        default:                                                         \
            break;                                                       \
        }                                                                \
    }
#define LK_CASE(m, n, step, unroll, rest)                 \
    case n * 16 + m:                                      \
        lk_conv_run(m, n, step, unroll, rest, run);       \
        break;
#define LK_CASES_TO_4(n, s, u, r) \
    LK_CASE(1, n, s, u, r) LK_CASE(2, n, s, u, r) LK_CASE(3, n, s, u, r) LK_CASE(4, n, s, u, r)
#define LK_CASES_TO_6(n, s, u, r) \
    LK_CASES_TO_4(n, s, u, r) LK_CASE(5, n, s, u, r) LK_CASE(6, n, s, u, r)
#define LK_CASES_TO_9(n, s, u, r) \
    LK_CASES_TO_6(n, s, u, r) LK_CASE(7, n, s, u, r) LK_CASE(8, n, s, u, r) LK_CASE(9, n, s, u, r)
#define LK_CASES_TO_12(n, s, u, r) \
    LK_CASES_TO_9(n, s, u, r)      \
    LK_CASE(10, n, s, u, r) LK_CASE(11, n, s, u, r) LK_CASE(12, n, s, u, r)
#define LK_CASES_TO_14(n, s, u, r) \
    LK_CASES_TO_12(n, s, u, r) LK_CASE(13, n, s, u, r) LK_CASE(14, n, s, u, r)

LK_RUNS(lk_runs_next, LK_BLOCK, LK_BLOCK, 4)
LK_RUNS(lk_runs_second, 2 * LK_BLOCK, LK_BLOCK, 4)
LK_RUNS(lk_runs_rgb_second, 6, 3, 3)

/// Any step and length, a pixel and a float at a time.
static void lk_runs_any(const int m, const int n, const lk_run *run) {
    const lk_f32_conv *c = run->conv;
    for (int64_t i = 0; i < (int64_t)m * run->tiles; i++) {
        const float *input = run->input + i * c->pixel_step;
        switch (n) {
        case 1:
            lk_conv_tile(1, 1, 0, 1, 1, run, input, run->pixel + i, run->weights);
            break;
        case 2:
            lk_conv_tile(1, 2, 0, 1, 1, run, input, run->pixel + i, run->weights);
            break;
        default:
            lk_conv_tile(1, 3, 0, 1, 1, run, input, run->pixel + i, run->weights);
        }
    }
}

typedef void (*lk_conv_runs)(int, int, const lk_run *);

static lk_conv_runs lk_conv_choose(const lk_f32_conv *c) {
    const bool whole = c->segment_length == LK_BLOCK && c->last_length % 4 == 0;
    if (c->pixel_step == LK_BLOCK && whole) return lk_runs_next;
    if (c->pixel_step == 2 * LK_BLOCK && whole) return lk_runs_second;
    if (c->pixel_step == 6 && c->segment_length % 3 == 0 && c->last_length % 3 == 0)
        return lk_runs_rgb_second;
    return lk_runs_any;
}

void LK_CONV(const void *args, int32_t begin, int32_t end) {
    static const int32_t most[4] = {0, LK_TILE_1, LK_TILE_2, LK_TILE_3};
    const lk_f32_conv *c = args;
    const int64_t depth = lk_conv_depth(c);
    const lk_conv_runs runs = lk_conv_choose(c);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        lk_run run = {.conv = c, .block = u.block};
        run.weights = c->weights + depth * run.block * LK_BLOCK;
        run.next = run.weights + depth * u.width * LK_BLOCK;
        run.input = c->input + (int64_t)u.row * c->row_step + (int64_t)u.from * c->pixel_step;
        run.pixel = (int64_t)u.row * c->columns + u.from;
        const int32_t length = u.to - u.from;
        // Tiles of two sizes that differ by one pixel leave no small tile at the end.
        const int32_t tiles = (length + most[u.width] - 1) / most[u.width];
        const int32_t size = length / tiles, larger = length % tiles;
        run.tiles = larger;
        if (larger > 0) runs(size + 1, u.width, &run);
        run.input += (int64_t)larger * (size + 1) * c->pixel_step;
        run.pixel += (int64_t)larger * (size + 1);
        run.before = larger;
        run.tiles = tiles - larger;
        runs(size, u.width, &run);
    }
}
