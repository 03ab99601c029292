// The pointwise convolution of quantized tensors. A tile keeps the sums of some pixels × 1, 2 or 3
// blocks in registers, and each instruction adds the products of two channels, or of four in bytes.

#include "../vector.h"
#include "unit.h"

/// Words of two or four integers.
typedef int32_t lk_word __attribute__((may_alias));

/// A run of tiles: the start of the inputs of its first pixel, its first pixel and its first block.
typedef struct {
    const lk_integer_pointwise *conv;
    const lk_word *input;
    const lk_word *weights;
    int64_t pixel;
    int32_t block;
    int32_t tiles;
} lk_integer_run;

/// Adds the products of `words` words to the sums of `m` pixels × `n` blocks.
LK_INLINE void lk_integer_products(const int m, const int n, const int words, const bool bytes,
                                   const lk_word *a, const lk_word *w, lk_ints sums[3][16]) {
    const int step = bytes ? LK_BLOCK / 4 : LK_BLOCK / 2;
    LK_UNROLL for (int u = 0; u < words; u++) {
        lk_ints b[3];
        LK_UNROLL for (int j = 0; j < n; j++) b[j] = LK_LOAD_INTS(w + (u * n + j) * LK_BLOCK);
        LK_UNROLL for (int i = 0; i < m; i++) {
            const lk_ints x = LK_SPLAT_INT(a[i * step + u]);
            LK_UNROLL for (int j = 0; j < n; j++) {
                if (bytes) LK_DOT_BYTES(sums[j][i], x, b[j]);
                else LK_DOT(sums[j][i], x, b[j]);
            }
        }
    }
}

/// Converts the sums of `m` pixels of one block to floats, adds the bias, and finishes them.
LK_INLINE void lk_integer_finish(const int m, const bool bytes, const lk_integer_pointwise *c,
                                 int32_t block, int64_t pixel, const lk_ints *sums) {
    const int32_t channel = block * LK_BLOCK;
    const lk_vec factor = LK_LOAD(c->factors + channel), bias = LK_LOAD(c->bias + channel);
    const lk_vec total = LK_LOAD(c->totals + channel);
    lk_vec floats[16];
    LK_UNROLL for (int i = 0; i < m; i++) {
        const lk_vec scaled = __builtin_convertvector(sums[i], lk_vec) * lk_splat(c->scales[pixel + i]);
        const lk_vec start = bytes ? bias + total * lk_splat(c->lows[pixel + i]) : bias;
        floats[i] = start + scaled * factor;
    }
    lk_finish(&c->epilogue, block, pixel, m, floats,
              c->output + block * c->output_plane + pixel * LK_BLOCK);
}

/// Sums tiles of `m` pixels × `n` blocks.
LK_INLINE void lk_integer_tiles(const int m, const int n, const bool bytes,
                                const lk_integer_run *run) {
    const lk_integer_pointwise *c = run->conv;
    // Words of a pixel in a plane.
    const int step = bytes ? LK_BLOCK / 4 : LK_BLOCK / 2;
    const int64_t plane = c->input_plane / LK_BLOCK * step;
    const int32_t whole = c->channels / LK_BLOCK;
    const int32_t rest = lk_integer_words(c->channels % LK_BLOCK, bytes ? 4 : 2);
    const lk_word *input = run->input;
    for (int32_t tile = 0; tile < run->tiles; tile++, input += m * step) {
        lk_ints sums[3][16];
        LK_UNROLL for (int j = 0; j < n; j++) {
            LK_UNROLL for (int i = 0; i < m; i++) sums[j][i] = (lk_ints){0};
        }
        const lk_word *a = input, *w = run->weights;
        for (int32_t b = 0; b < whole; b++, a += plane, w += step * n * LK_BLOCK)
            lk_integer_products(m, n, step, bytes, a, w, sums);
        for (int32_t u = 0; u < rest; u++, a++, w += n * LK_BLOCK)
            lk_integer_products(m, n, 1, bytes, a, w, sums);
        const int64_t pixel = run->pixel + (int64_t)tile * m;
        LK_UNROLL for (int j = 0; j < n; j++)
            lk_integer_finish(m, bytes, c, run->block + j, pixel, sums[j]);
    }
}

// The maximum number of pixels of a tile that is n blocks wide, and code for each number up to it.
#if LK_BLOCK == 16
// Thirty-two registers; the broadcast is folded into the multiplication where it is used once.
#define LK_INTEGER_TILES {0, 14, 14, 9}
#define LK_INTEGER_CASES(bytes)      \
    LK_INTEGER_CASES_TO_14(1, bytes) \
    LK_INTEGER_CASES_TO_14(2, bytes) \
    LK_INTEGER_CASES_TO_9(3, bytes)
#else
// Sixteen registers: sums, one block of weights each, and one broadcast input.
#define LK_INTEGER_TILES {0, 12, 6, 4}
#define LK_INTEGER_CASES(bytes)      \
    LK_INTEGER_CASES_TO_12(1, bytes) \
    LK_INTEGER_CASES_TO_6(2, bytes)  \
    LK_INTEGER_CASES_TO_4(3, bytes)
#endif
#define LK_INTEGER_CASE(m, n, bytes)             \
    case n * 16 + m:                             \
        lk_integer_tiles(m, n, bytes, run);      \
        break;
#define LK_INTEGER_CASES_TO_4(n, bytes)                         \
    LK_INTEGER_CASE(1, n, bytes) LK_INTEGER_CASE(2, n, bytes)   \
    LK_INTEGER_CASE(3, n, bytes) LK_INTEGER_CASE(4, n, bytes)
#define LK_INTEGER_CASES_TO_6(n, bytes) \
    LK_INTEGER_CASES_TO_4(n, bytes) LK_INTEGER_CASE(5, n, bytes) LK_INTEGER_CASE(6, n, bytes)
#define LK_INTEGER_CASES_TO_9(n, bytes)                                   \
    LK_INTEGER_CASES_TO_6(n, bytes) LK_INTEGER_CASE(7, n, bytes)          \
    LK_INTEGER_CASE(8, n, bytes) LK_INTEGER_CASE(9, n, bytes)
#define LK_INTEGER_CASES_TO_12(n, bytes)                                  \
    LK_INTEGER_CASES_TO_9(n, bytes) LK_INTEGER_CASE(10, n, bytes)         \
    LK_INTEGER_CASE(11, n, bytes) LK_INTEGER_CASE(12, n, bytes)
#define LK_INTEGER_CASES_TO_14(n, bytes) \
    LK_INTEGER_CASES_TO_12(n, bytes) LK_INTEGER_CASE(13, n, bytes) LK_INTEGER_CASE(14, n, bytes)
#define LK_INTEGER_RUNS(name, bytes)                                        \
    static void name(const int m, const int n, const lk_integer_run *run) { \
        switch (n * 16 + m) {                                               \
            LK_INTEGER_CASES(bytes)                                         \
        default:                                                            \
            break;                                                          \
        }                                                                   \
    }
LK_INTEGER_RUNS(lk_runs_s16, false)
LK_INTEGER_RUNS(lk_runs_u8, true)

LK_INLINE void lk_integer_units(const lk_integer_pointwise *c, const bool bytes, int32_t begin,
                                int32_t end) {
    static const int32_t most[4] = LK_INTEGER_TILES;
    const int step = bytes ? LK_BLOCK / 4 : LK_BLOCK / 2;
    const int64_t depth = lk_integer_words(c->channels, bytes ? 4 : 2);
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_conv_unit u = lk_integer_unit_at(c, unit);
        lk_integer_run run = {.conv = c, .pixel = u.from, .block = u.block};
        run.weights = (const lk_word *)c->weights + depth * u.block * LK_BLOCK;
        run.input = (const lk_word *)c->input + (int64_t)u.from * step;
        const int32_t length = u.to - u.from;
        // Tiles of two sizes, one pixel apart, leave no small tile at the end.
        const int32_t tiles = (length + most[u.width] - 1) / most[u.width];
        int32_t size = length / tiles + 1;
        for (run.tiles = length % tiles; size >= length / tiles; size--) {
            if (run.tiles > 0) (bytes ? lk_runs_u8 : lk_runs_s16)(size, u.width, &run);
            run.input += (int64_t)run.tiles * size * step;
            run.pixel += (int64_t)run.tiles * size;
            run.tiles = tiles - length % tiles;
        }
    }
}

LK_KERNEL(s16_pointwise) { lk_integer_units(args, false, begin, end); }

LK_KERNEL(u8_pointwise) { lk_integer_units(args, true, begin, end); }
