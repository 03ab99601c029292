// The convolution of tensors in half precision. A tile keeps two kinds of sums of some pixels × 1, 2 or
// 3 blocks in registers: products are summed in half precision, and after every `LK_HALF_SEGMENTS`
// segments these sums are added to floats.

#include "../f32_conv/unit.h"
#include "../vector.h"
#include "order.h"

// The maximum number of pixels of a tile that is n blocks wide. Of thirty-two registers, each sum takes
// three, one for half precision and two for floats, and each pixel takes one; the rest is for weights.
#define LK_HALF_TILE_1 7
#define LK_HALF_TILE_2 4
#define LK_HALF_TILE_3 3

typedef struct {
    const lk_f16_conv *conv;
    const lk_real *input;
    const lk_real *weights;
    int64_t pixel;
    int32_t block;
    int32_t tiles;
} lk_half_run;

/// Adds the products of `count` numbers, up to eight, of each input to the sums of `m` pixels × `n`
/// blocks; `starts` replaces the sums by the first products.
LK_INLINE void lk_half_products(const int m, const int n, const int count, const bool starts,
                                const lk_real *a, int64_t step, const lk_real *w,
                                lk_reals sums[3][8]) {
    lk_reals pixels[8];
    // A single number may be the last one in memory. Blocks are whole, even if the rest is padding.
    LK_UNROLL for (int i = 0; i < m; i++)
        pixels[i] = count == 1 ? (lk_reals){a[i * step]} : LK_LOAD_REALS(a + i * step);
    LK_UNROLL for (int u = 0; u < count; u++) {
        LK_UNROLL for (int j = 0; j < n; j++) {
            const lk_reals b = LK_LOAD_REALS(w + (u * n + j) * LK_BLOCK);
            LK_UNROLL for (int i = 0; i < m; i++) {
                if (starts && u == 0) sums[j][i] = pixels[i][u] * b;
                else LK_ADD_PRODUCT(sums[j][i], pixels[i][u], b);
            }
        }
    }
}

/// Sums the products of the segments `from..<to`, blocks of channels of which the last one may be half
/// as long, and moves `weights` behind theirs.
LK_INLINE void lk_half_blocks(const int m, const int n, int64_t step, const lk_f16_conv *c,
                              const lk_real *input, int32_t from, int32_t to,
                              const lk_real **weights, lk_reals sums[3][8]) {
    const lk_real *w = *weights;
    const bool even = c->last_length == LK_BLOCK;
    const int32_t whole = even || to < c->offset_count ? to : to - 1;
    if (from < whole) {
        lk_half_products(m, n, 8, true, input + c->offsets[from++], step, w, sums);
        w += 8 * n * LK_BLOCK;
    } else {
        lk_half_products(m, n, 4, true, input + c->offsets[from++], step, w, sums);
    }
    for (; from < whole; from++, w += 8 * n * LK_BLOCK)
        lk_half_products(m, n, 8, false, input + c->offsets[from], step, w, sums);
    if (from < to) lk_half_products(m, n, 4, false, input + c->offsets[from], step, w, sums);
    *weights = w;
}

/// Does the same for rows of an image, which have any length.
LK_INLINE void lk_half_rows(const int m, const int n, int64_t step, const lk_f16_conv *c,
                            const lk_real *input, int32_t from, int32_t to,
                            const lk_real **weights, lk_reals sums[3][8]) {
    LK_UNROLL for (int j = 0; j < n; j++) {
        LK_UNROLL for (int i = 0; i < m; i++) sums[j][i] = (lk_reals){0};
    }
    for (; from < to; from++) {
        const lk_real *a = input + c->offsets[from];
        int32_t rest = from + 1 < c->offset_count ? c->segment_length : c->last_length;
        for (; rest >= 8; rest -= 8, a += 8, *weights += 8 * n * LK_BLOCK)
            lk_half_products(m, n, 8, false, a, step, *weights, sums);
        for (; rest > 0; rest--, a++, *weights += n * LK_BLOCK)
            lk_half_products(m, n, 1, false, a, step, *weights, sums);
    }
}

/// Sums tiles of `m` pixels × `n` blocks, with `step` numbers between the inputs of neighboring
/// pixels.
LK_INLINE void lk_half_tiles(const int m, const int n, int64_t step, const bool rows,
                             const lk_half_run *run) {
    const lk_f16_conv *c = run->conv;
    const lk_real *input = run->input;
    for (int32_t tile = 0; tile < run->tiles; tile++, input += m * step) {
        lk_vec sums[3][8];
        LK_UNROLL for (int j = 0; j < n; j++) {
            const lk_vec bias = LK_LOAD(c->bias + (run->block + j) * LK_BLOCK);
            LK_UNROLL for (int i = 0; i < m; i++) sums[j][i] = bias;
        }
        const lk_real *w = run->weights;
        for (int32_t s = 0; s < c->offset_count; s += LK_HALF_SEGMENTS) {
            const int32_t to =
                s + LK_HALF_SEGMENTS < c->offset_count ? s + LK_HALF_SEGMENTS : c->offset_count;
            lk_reals part[3][8];
            if (rows) lk_half_rows(m, n, step, c, input, s, to, &w, part);
            else lk_half_blocks(m, n, step, c, input, s, to, &w, part);
            LK_UNROLL for (int j = 0; j < n; j++) {
                LK_UNROLL for (int i = 0; i < m; i++) sums[j][i] += LK_WIDEN(part[j][i]);
            }
        }
        const int64_t pixel = run->pixel + (int64_t)tile * m;
        LK_UNROLL for (int j = 0; j < n; j++) {
            const int32_t block = run->block + j;
            lk_reals rounded[8];
            LK_UNROLL for (int i = 0; i < m; i++) rounded[i] = LK_NARROW(sums[j][i]);
            lk_finish(&c->epilogue, block, pixel, m, rounded,
                      LK_REAL(c->output, block * c->output_plane + pixel * LK_BLOCK));
        }
    }
}

// Dispatch by pixels and blocks of a tile: for adjacent pixels of a blocked tensor, for any others, and
// for those of an image.
#define LK_HALF_RUNS(name, step, rows)                                                \
    static void name(int m, int n, const lk_half_run *run) {                          \
        switch (n * 8 + m) {                                                          \
            LK_HALF_CASES_3(1, step, rows)                                            \
            LK_HALF_CASE(4, 1, step, rows) LK_HALF_CASE(5, 1, step, rows)             \
            LK_HALF_CASE(6, 1, step, rows) LK_HALF_CASE(7, 1, step, rows)             \
            LK_HALF_CASES_3(2, step, rows) LK_HALF_CASE(4, 2, step, rows)             \
            LK_HALF_CASES_3(3, step, rows)                                            \
        default:                                                                      \
            break;                                                                    \
        }                                                                             \
    }
#define LK_HALF_CASES_3(n, step, rows) \
    LK_HALF_CASE(1, n, step, rows) LK_HALF_CASE(2, n, step, rows) LK_HALF_CASE(3, n, step, rows)
#define LK_HALF_CASE(m, n, step, rows)           \
    case n * 8 + m:                              \
        lk_half_tiles(m, n, step, rows, run);    \
        break;
LK_HALF_RUNS(lk_half_runs_next, LK_BLOCK, false)
LK_HALF_RUNS(lk_half_runs_any, run->conv->pixel_step, false)
LK_HALF_RUNS(lk_half_runs_image, run->conv->pixel_step, true)
#undef LK_HALF_RUNS
#undef LK_HALF_CASES_3
#undef LK_HALF_CASE

typedef void (*lk_half_kernel)(int, int, const lk_half_run *);

static lk_half_kernel lk_half_choose(const lk_f16_conv *c) {
    if (c->segment_length != LK_BLOCK || c->last_length % 4) return lk_half_runs_image;
    return c->pixel_step == LK_BLOCK ? lk_half_runs_next : lk_half_runs_any;
}

LK_KERNEL(f16_conv) {
    const lk_f16_conv *c = args;
    const int64_t depth = lk_conv_depth(c), step = c->pixel_step;
    const lk_half_kernel runs = lk_half_choose(c);
    static const int32_t sizes[4] = {0, LK_HALF_TILE_1, LK_HALF_TILE_2, LK_HALF_TILE_3};
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_conv_unit_at(c, unit);
        lk_half_run run = {.conv = c, .block = u.block};
        run.weights = LK_REAL(c->weights, depth * u.block * LK_BLOCK);
        run.input = LK_REAL(c->input, (int64_t)u.row * c->row_step + u.from * step);
        run.pixel = (int64_t)u.row * c->columns + u.from;
        const int32_t length = u.to - u.from;
        // Tiles of two sizes, one pixel apart, leave no small tile at the end.
        const int32_t tiles = (length + sizes[u.width] - 1) / sizes[u.width];
        int32_t size = length / tiles + 1;
        for (run.tiles = length % tiles; size >= length / tiles; size--) {
            if (run.tiles > 0) runs(size, u.width, &run);
            run.input += run.tiles * size * step;
            run.pixel += run.tiles * size;
            run.tiles = tiles - length % tiles;
        }
    }
}
