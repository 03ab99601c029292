// The convolution as a matrix product over pixels. A tile keeps the sums of some pixels × 1, 2 or 3
// blocks in registers.

#include "../vector.h"
#include "unit.h"

// LK_TILE_n: the maximum number of pixels of a tile that is n blocks wide. LK_SHORT_n: the same for
// small receptive fields, where tiles end so often that the end of one must overlap the next.
// LK_CASES_n: code for each number of pixels up to the larger of the two.
#if defined(LK_FEW_REGISTERS)
// Sixteen registers: sums, one block of weights each, and one broadcast input.
#define LK_TILE_1 12
#define LK_TILE_2 6
#define LK_TILE_3 4
// Two additions per cycle with a latency of four cycles keep eight sums in flight.
#define LK_SHORT_1 8
#define LK_SHORT_2 4
#define LK_SHORT_3 3
#define LK_CASES_1 LK_CASES_TO_12
#define LK_CASES_2 LK_CASES_TO_6
#define LK_CASES_3 LK_CASES_TO_4
#elif LK_BLOCK == 16
// Thirty-two registers; the broadcast is folded into the multiplication.
#define LK_TILE_1 14
#define LK_TILE_2 14
#define LK_TILE_3 9
#define LK_SHORT_1 LK_TILE_1
#define LK_SHORT_2 LK_TILE_2
#define LK_SHORT_3 LK_TILE_3
#define LK_CASES_1 LK_CASES_TO_14
#define LK_CASES_2 LK_CASES_TO_14
#define LK_CASES_3 LK_CASES_TO_9
#else
// Thirty-two registers of half a block: two for each sum, the rest for weights and inputs. With more
// sums the compiler spills some of them.
#define LK_TILE_1 9
#define LK_TILE_2 5
#define LK_TILE_3 3
#define LK_SHORT_1 LK_TILE_1
#define LK_SHORT_2 LK_TILE_2
#define LK_SHORT_3 LK_TILE_3
#define LK_CASES_1 LK_CASES_TO_9
#define LK_CASES_2 LK_CASES_TO_5
#define LK_CASES_3 LK_CASES_TO_3
#endif

enum {
    /// Floats in a cache line.
    LK_LINE = 16,
    /// The largest receptive field, in floats, for short tiles.
    LK_SHORT_DEPTH = 24,
    /// Pixels by which short tiles prefetch their input: few products hide its latency.
    LK_AHEAD = 16,
};

/// A run of tiles: the start of the inputs and outputs of its first pixel, and its first block.
typedef struct {
    const lk_f32_conv *conv;
    const float *input;
    const float *weights;
    /// The weights to read next, prefetched one line per segment while the first tiles are summed.
    const float *next;
    int64_t pixel;
    int32_t block;
    int32_t tiles;
    /// Tiles of the same unit that preceded this run.
    int32_t before;
} lk_run;

/// Adds `unroll` products to the sums of `m` pixels × `n` blocks.
LK_INLINE void lk_conv_products(const int m, const int n, const int step, const int unroll,
                                const float *a, const float *w, lk_vec sums[3][16]) {
    // The third block's weights stay in a register if one is left; otherwise each product loads them.
    const bool roomy = m * n + n + 1 < 16;
    LK_UNROLL for (int u = 0; u < unroll; u++) {
        const float *b = w + u * n * LK_BLOCK;
        lk_vec b0 = LK_LOAD(b), b1 = b0, b2 = b0;
        if (n > 1) b1 = LK_LOAD(b + LK_BLOCK);
        if (n > 2 && roomy) b2 = LK_LOAD(b + 2 * LK_BLOCK);
        LK_UNROLL for (int i = 0; i < m; i++) {
            const lk_vec x = lk_splat(a[i * step + u]);
            LK_ADD_PRODUCT(sums[0][i], x, b0);
            if (n > 1) LK_ADD_PRODUCT(sums[1][i], x, b1);
            if (n > 2 && roomy) LK_ADD_PRODUCT(sums[2][i], x, b2);
            if (n > 2 && !roomy) LK_ADD_PRODUCT_AT(sums[2][i], x, b + 2 * LK_BLOCK);
        }
    }
}

/// Returns whether a tile prefetches its input: it is as small as short tiles, on instruction sets
/// that distinguish them.
LK_INLINE bool lk_conv_is_short(const int m, const int n) {
    const int most = n == 1 ? LK_TILE_1 : n == 2 ? LK_TILE_2 : LK_TILE_3;
    const int most_short = n == 1 ? LK_SHORT_1 : n == 2 ? LK_SHORT_2 : LK_SHORT_3;
    return most_short < most && m <= most_short;
}

/// Sums tiles of `m` pixels × `n` blocks, with `step` floats between the inputs of neighboring
/// pixels. Segments are read `unroll` floats at a time, and a last one of different length `rest`
/// at a time. `end` and `added` specify the epilogue; without `end`, each tile examines it.
LK_INLINE void lk_conv_tiles(const int m, const int n, const int step, const int unroll,
                             const int rest, const lk_run *run, const lk_activation *end,
                             const lk_addition added) {
    const lk_f32_conv *c = run->conv;
    const lk_epilogue *e = &c->epilogue;
    const int32_t *offsets = c->offsets;
    const bool even = c->last_length == c->segment_length;
    const int32_t whole = even ? c->offset_count : c->offset_count - 1;
    const int64_t plane = c->output_plane;
    const float *input = run->input;
    const float *bias = c->bias + run->block * LK_BLOCK;
    float *output = c->output + run->block * plane + run->pixel * LK_BLOCK;
    // Lines of weights per segment: this many tiles prefetch all of the next weights.
    const int32_t fetching = n * LK_BLOCK * LK_BLOCK / LK_LINE;
    for (int32_t i = 0; i < run->tiles; i++) {
        const int32_t tile = run->before + i;
        const float *next = tile < fetching
                                ? run->next + (int64_t)tile * c->offset_count * LK_LINE
                                : run->weights;
        lk_vec sums[3][16];
        LK_UNROLL for (int j = 0; j < n; j++) {
            const lk_vec start = LK_LOAD(bias + j * LK_BLOCK);
            LK_UNROLL for (int k = 0; k < m; k++) sums[j][k] = start;
        }
        const float *w = run->weights;
        for (int32_t s = 0; s < whole; s++) {
            const float *a = input + offsets[s];
            __builtin_prefetch(next + s * LK_LINE, 0, 2);
            if (lk_conv_is_short(m, n)) {
                LK_UNROLL for (int k = 0; k < m * step; k += LK_LINE)
                    __builtin_prefetch(a + LK_AHEAD * step + k, 0, 3);
            }
            if (unroll == LK_BLOCK) {
                lk_conv_products(m, n, step, unroll, a, w, sums);
                w += unroll * n * LK_BLOCK;
                continue;
            }
            for (int32_t k = 0; k < c->segment_length; k += unroll) {
                lk_conv_products(m, n, step, unroll, a + k, w, sums);
                w += unroll * n * LK_BLOCK;
            }
        }
        if (!even) {
            const float *a = input + offsets[whole];
            for (int32_t k = 0; k < c->last_length; k += rest) {
                lk_conv_products(m, n, step, rest, a + k, w, sums);
                w += rest * n * LK_BLOCK;
            }
        }
        const int64_t pixel = run->pixel + (int64_t)i * m;
        LK_UNROLL for (int j = 0; j < n; j++) {
            const int32_t block = run->block + j;
            float *place = output + j * plane;
            if (end) lk_finish_as(e, *end, added, block, pixel, m, sums[j], place);
            else lk_finish(e, block, pixel, m, sums[j], place);
        }
        input += m * step;
        output += m * LK_BLOCK;
    }
}

/// Runs tiles of one size. The most frequent epilogues have specialized code for the sizes that are
/// used most.
LK_INLINE void lk_conv_run(const int m, const int n, const int step, const int unroll,
                           const int rest, const lk_run *run) {
    const int most = n == 1 ? LK_TILE_1 : n == 2 ? LK_TILE_2 : LK_TILE_3;
    const int most_short = n == 1 ? LK_SHORT_1 : n == 2 ? LK_SHORT_2 : LK_SHORT_3;
    if (step == LK_BLOCK && (m == most || m == most_short)) {
        const lk_epilogue *e = &run->conv->epilogue;
        const lk_addition added = lk_added(e, run->block, n);
#define LK_ENDING(kind, addition)                                                          \
    if (e->activation == kind && added == addition) {                                      \
        const lk_activation end = kind;                                                    \
        lk_conv_tiles(m, n, step, unroll, rest, run, &end, addition);                      \
        return;                                                                            \
    }
        LK_ENDING(LK_NONE, LK_ADDED_NEVER)
        LK_ENDING(LK_NONE, LK_ADDED_FIRST)
        LK_ENDING(LK_RELU6, LK_ADDED_NEVER)
        LK_ENDING(LK_RELU, LK_ADDED_FIRST)
        LK_ENDING(LK_PRELU, LK_ADDED_NEVER)
        LK_ENDING(LK_PRELU, LK_ADDED_FIRST)
        LK_ENDING(LK_PRELU, LK_ADDED_LAST)
#undef LK_ENDING
    }
    lk_conv_tiles(m, n, step, unroll, rest, run, 0, LK_ADDED_NEVER);
}

// Dispatches by pixels and blocks of a tile, for the steps that occur in the models: adjacent pixels
// of a blocked tensor, every second pixel, and every second pixel of an RGB image.
#define LK_RUNS(name, step, unroll, rest)                                \
    static void name(const int m, const int n, const lk_run *run) {      \
        switch (n * 16 + m) {                                            \
            LK_CASES_1(1, step, unroll, rest)                            \
            LK_CASES_2(2, step, unroll, rest)                            \
            LK_CASES_3(3, step, unroll, rest)                            \
        default:                                                         \
            break;                                                       \
        }                                                                \
    }
#define LK_CASE(m, n, step, unroll, rest)                 \
    case n * 16 + m:                                      \
        lk_conv_run(m, n, step, unroll, rest, run);       \
        break;
#define LK_CASES_TO_3(n, s, u, r) \
    LK_CASE(1, n, s, u, r) LK_CASE(2, n, s, u, r) LK_CASE(3, n, s, u, r)
#define LK_CASES_TO_4(n, s, u, r) LK_CASES_TO_3(n, s, u, r) LK_CASE(4, n, s, u, r)
#define LK_CASES_TO_5(n, s, u, r) LK_CASES_TO_4(n, s, u, r) LK_CASE(5, n, s, u, r)
#define LK_CASES_TO_6(n, s, u, r) LK_CASES_TO_5(n, s, u, r) LK_CASE(6, n, s, u, r)
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
#undef LK_RUNS
#undef LK_CASE

/// Handles any step and length, one pixel and one float at a time.
static void lk_runs_any(const int m, const int n, const lk_run *run) {
    lk_run one = *run;
    one.tiles = 1;
    one.next = one.weights;
    for (int64_t i = 0; i < (int64_t)m * run->tiles; i++) {
        switch (n) {
        case 1:
            lk_conv_tiles(1, 1, 0, 1, 1, &one, 0, LK_ADDED_NEVER);
            break;
        case 2:
            lk_conv_tiles(1, 2, 0, 1, 1, &one, 0, LK_ADDED_NEVER);
            break;
        default:
            lk_conv_tiles(1, 3, 0, 1, 1, &one, 0, LK_ADDED_NEVER);
        }
        one.input += run->conv->pixel_step;
        one.pixel++;
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

LK_KERNEL(f32_conv) {
    const lk_f32_conv *c = args;
    const int64_t depth = lk_conv_depth(c);
    static const int32_t sizes[2][4] = {{0, LK_TILE_1, LK_TILE_2, LK_TILE_3},
                                        {0, LK_SHORT_1, LK_SHORT_2, LK_SHORT_3}};
    const int32_t *most = sizes[depth <= LK_SHORT_DEPTH];
    const lk_conv_runs runs = lk_conv_choose(c);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        lk_run run = {.conv = c, .block = u.block};
        run.weights = c->weights + depth * run.block * LK_BLOCK;
        run.next = run.weights + depth * u.width * LK_BLOCK;
        run.input = c->input + (int64_t)u.row * c->row_step + (int64_t)u.from * c->pixel_step;
        run.pixel = (int64_t)u.row * c->columns + u.from;
        const int32_t length = u.to - u.from;
        // Tiles of two sizes, one pixel apart, leave no small tile at the end.
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
