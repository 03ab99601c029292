// The sparse convolution. Vector lanes are pixels: a nonzero weight multiplies a row of pixels of
// its input channel, a zero costs nothing. Blocks are transposed into such rows on input, part of
// the channels at a time so that they stay in the innermost cache, and sums are transposed back
// into blocks on output.

#include <string.h>

#include "../vector.h"
#include "unit.h"

/// The side of the squares of pixels and channels that are transposed.
enum { LK_SIDE = 8 };

/// Transposes one part of the input channels into rows of pixels, with zeros after the last.
static void lk_sparse_gather(const lk_f32_sparse *s, const lk_sparse_unit *u, int32_t part,
                             float *tile) {
    const int32_t last = (part + 1) * LK_SPARSE_PART;
    for (int32_t b = part * LK_SPARSE_PART; b < last && b < s->input_blocks; b++) {
        const float *input = s->input + b * s->input_plane + (int64_t)u->pixel * LK_BLOCK;
        for (int32_t i = 0; i < LK_BLOCK; i += LK_SIDE, tile += LK_SIDE * LK_SPARSE_TILE) {
            for (int32_t x = 0; x < u->vectors * LK_BLOCK; x += LK_SIDE) {
                lk_eight square[LK_SIDE], rows[LK_SIDE];
                const float *from = input + (int64_t)x * LK_BLOCK + i;
                if (u->pixels - x >= LK_SIDE) {
                    lk_transpose(from, LK_BLOCK, rows);
                } else {
                    memset(square, 0, sizeof square);
                    for (int32_t p = 0; p < u->pixels - x; p++)
                        square[p] = *(const lk_eight *)(from + p * LK_BLOCK);
                    lk_transpose((const float *)square, LK_SIDE, rows);
                }
                LK_UNROLL for (int k = 0; k < LK_SIDE; k++)
                    *(lk_eight *)(tile + k * LK_SPARSE_TILE + x) = rows[k];
            }
        }
    }
}

/// Rows of weights, starting with the first of `weights`, applied to a tile of input pixels.
typedef struct {
    const float *tile;
    const lk_sparse_row *rows;
    const lk_sparse_weights *weights;
    int32_t count;
    /// The initial values of the sums, or null to continue them.
    const float *bias;
    float *sums;
} lk_sparse_rows;

// The addresses of the pixels of four weights. With LK_FEW_REGISTERS they take one load, like the
// factors, because the products wait for loads.
#if defined(LK_FEW_REGISTERS)
typedef uint64_t lk_places;
LK_INLINE lk_places lk_load_places(const lk_sparse_weights *w) {
    lk_places places;
    memcpy(&places, w->places, sizeof places);
    __asm__("" : "+r"(places));
    return places;
}
#define LK_PLACE(places, i) ((uint16_t)((places) >> (16 * (i))))
#else
typedef const uint16_t *lk_places;
LK_INLINE lk_places lk_load_places(const lk_sparse_weights *w) { return w->places; }
#define LK_PLACE(places, i) ((places)[i])
#endif

/// Adds the products of the first `count` of four weights.
LK_INLINE void lk_sparse_multiply(const int t, const int count, const lk_sparse_weights *w,
                                  const float *tile, lk_vec *sums) {
    const lk_factors factors = lk_load_factors(w->values);
    const lk_places places = lk_load_places(w);
// Not a loop: the index of a factor is an immediate operand.
#define LK_MULTIPLY(i)                                           \
    if ((i) < count) {                                           \
        lk_vec x;                                                \
        LK_FACTOR(x, factors, i);                                \
        const float *input = tile + LK_PLACE(places, i);         \
        LK_UNROLL for (int v = 0; v < t; v++)                    \
            LK_ADD_PRODUCT_AT(sums[v], x, input + v * LK_BLOCK); \
    }
    LK_MULTIPLY(0)
    LK_MULTIPLY(1)
    LK_MULTIPLY(2)
    LK_MULTIPLY(3)
#undef LK_MULTIPLY
}

LK_INLINE const lk_sparse_weights *lk_sparse_add(const int t, const bool starts,
                                                 const lk_sparse_rows *r) {
    const lk_sparse_weights *w = r->weights;
    for (int32_t i = 0; i < r->count; i++) {
        const lk_sparse_row row = r->rows[i];
        float *place = r->sums + row.output * LK_SPARSE_TILE;
        lk_vec sums[LK_SPARSE_VECTORS];
        LK_UNROLL for (int v = 0; v < t; v++)
            sums[v] = starts ? lk_splat(r->bias[row.output]) : LK_LOAD(place + v * LK_BLOCK);
        for (const lk_sparse_weights *end = w + row.count / 4; w < end; w++)
            lk_sparse_multiply(t, 4, w, r->tile, sums);
        if (row.count % 4) lk_sparse_multiply(t, 2, w++, r->tile, sums);
        LK_UNROLL for (int v = 0; v < t; v++) LK_STORE(place + v * LK_BLOCK, sums[v]);
    }
    return w;
}

static const lk_sparse_weights *lk_sparse_add_rows(int32_t vectors, const lk_sparse_rows *r) {
#define LK_CASE(t) \
    case t:        \
        return r->bias ? lk_sparse_add(t, true, r) : lk_sparse_add(t, false, r);
    switch (vectors) {
        LK_CASE(1) LK_CASE(2) LK_CASE(3) LK_CASE(4) LK_CASE(5) LK_CASE(6) LK_CASE(7) LK_CASE(8)
    default:
        return r->weights;
    }
#undef LK_CASE
}

/// Transposes the sums of a group back into the blocks `first..<last` and finishes them.
static void lk_sparse_finish(const lk_f32_sparse *s, const lk_sparse_unit *u, int32_t first,
                             int32_t last, const float *sums) {
    for (int32_t b = first; b < last; b++, sums += LK_BLOCK * LK_SPARSE_TILE) {
        for (int32_t x = 0; x < u->pixels; x += LK_SIDE) {
            lk_vec pixels[LK_SIDE];
            LK_UNROLL for (int i = 0; i < LK_BLOCK / LK_SIDE; i++) {
                lk_eight part[LK_SIDE];
                lk_transpose(sums + i * LK_SIDE * LK_SPARSE_TILE + x, LK_SPARSE_TILE, part);
                LK_UNROLL for (int p = 0; p < LK_SIDE; p++)
                    ((lk_eight *)&pixels[p])[i] = part[p];
            }
            const int64_t pixel = u->pixel + x;
            float *output = s->output + b * s->output_plane + pixel * LK_BLOCK;
            if (u->pixels - x >= LK_SIDE) {
                lk_finish(&s->epilogue, b, pixel, LK_SIDE, pixels, output);
                continue;
            }
            for (int32_t i = 0; i < u->pixels - x; i++)
                lk_finish(&s->epilogue, b, pixel + i, 1, pixels + i, output + i * LK_BLOCK);
        }
    }
}

LK_KERNEL(f32_sparse) {
    const lk_f32_sparse *s = args;
    const int32_t group = LK_SPARSE_GROUP / LK_BLOCK;
    _Alignas(64) float tile[LK_SPARSE_INPUTS];
    _Alignas(64) float sums[LK_SPARSE_SUMS];
    for (int32_t unit = begin; unit < end; unit++) {
        const lk_sparse_unit u = lk_sparse_unit_at(s, unit);
        lk_sparse_rows r = {.tile = tile, .rows = u.rows, .weights = u.weights};
        for (int32_t part = 0; part < u.parts; part++) {
            lk_sparse_gather(s, &u, part, tile);
            for (int32_t b = u.first, next; b < u.last; b = next) {
                next = b + group < u.last ? b + group : u.last;
                r.count = (next - b) * LK_BLOCK;
                r.bias = part == 0 ? s->bias + b * LK_BLOCK : 0;
                // Sums of a single part are finished immediately, so all groups use the same
                // memory.
                r.sums = u.parts == 1 ? sums : sums + (b - u.first) * LK_BLOCK * LK_SPARSE_TILE;
                r.weights = lk_sparse_add_rows(u.vectors, &r);
                r.rows += r.count;
                if (part == u.parts - 1) lk_sparse_finish(s, &u, b, next, r.sums);
            }
        }
    }
}
