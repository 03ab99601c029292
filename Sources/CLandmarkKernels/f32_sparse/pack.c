// Finds the nonzero weights and orders them.

#include <string.h>

#include "lk_f16.h"
#include "lk_sparse.h"

/// The maximum number of input channels of a part, with the smallest block.
enum { MOST_DEPTH = LK_SPARSE_INPUTS / (LK_SPARSE_VECTORS * 8) };

_Static_assert(LK_SPARSE_INPUTS <= UINT16_MAX, "places are counted in 16 bits");

// Weights have the alignment of the file's bytes, which is none.
typedef float loose_float __attribute__((aligned(1)));
typedef uint16_t loose_half __attribute__((aligned(1)));

/// The division of inputs and outputs for an instruction set.
typedef struct {
    int32_t block, blocks, tile;
    /// Input channels of a part, and the number of parts.
    int32_t depth, parts;
} lk_sparse_division;

static lk_sparse_division divide(const lk_kernel_table *kernels, const lk_sparse_layout *l) {
    lk_sparse_division c = {.block = kernels->block};
    c.tile = LK_SPARSE_VECTORS * c.block;
    c.blocks = (l->outputs + c.block - 1) / c.block;
    c.depth = LK_SPARSE_INPUTS / c.tile / c.block * c.block;
    c.parts = (l->inputs + c.depth - 1) / c.depth;
    return c;
}

/// Returns the address of an output's weights from input channel `input` on.
static const void *weights_at(const lk_sparse_layout *l, int32_t output, int32_t input) {
    const int64_t place = (int64_t)output * l->inputs + input;
    return (const uint8_t *)l->weights + place * (l->is_f16 ? 2 : 4);
}

/// Returns the number of nonzero weights; zeros may have either sign. `count` is at most 65,535.
static int32_t count_few(const void *weights, bool is_f16, int32_t count) {
    const loose_float *floats = weights;
    const loose_half *halves = weights;
    if (is_f16) {
        // Counts in lanes as narrow as the weights.
        uint16_t found = 0;
        for (int32_t i = 0; i < count; i++)
            found += (uint16_t)((uint16_t)(halves[i] << 1) != 0);
        return found;
    }
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++) found += floats[i] != 0;
    return found;
}

int64_t lk_sparse_count(const void *weights, bool is_f16, int64_t count) {
    const int64_t few = 8192;
    const uint8_t *bytes = weights;
    int64_t found = 0;
    for (int64_t i = 0; i < count; i += few)
        found += count_few(bytes + i * (is_f16 ? 2 : 4), is_f16,
                           (int32_t)(count - i < few ? count - i : few));
    return found;
}

/// Sorts the rows of a group by their counts, so that the processor can predict where rows end.
static void sort(lk_sparse_row *rows, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        const lk_sparse_row row = rows[i];
        int32_t k = i;
        for (; k > 0 && rows[k - 1].count > row.count; k--) rows[k] = rows[k - 1];
        rows[k] = row;
    }
}

/// The outputs `first..<last` of a group, with the input channels `from..<to`.
typedef struct {
    int32_t first, last;
    int32_t from, to;
} lk_sparse_group;

/// Counts the weights in the rows of a group.
static void plan_group(const lk_sparse_layout *l, lk_sparse_group g, lk_sparse_row *rows) {
    for (int32_t i = 0; i < g.last - g.first; i++) {
        rows[i] = (lk_sparse_row){.output = i};
        if (g.first + i >= l->outputs) continue;
        const void *weights = weights_at(l, g.first + i, g.from);
        rows[i].count = (count_few(weights, l->is_f16, g.to - g.from) + 1) / 2 * 2;
    }
    sort(rows, g.last - g.first);
}

/// Returns one bit for each of 64 weights, set if it is nonzero.
static uint64_t nonzero_bits(const float *weights) {
    typedef float vector __attribute__((vector_size(64), aligned(4)));
    typedef bool flags __attribute__((ext_vector_type(16)));
    uint64_t bits = 0;
    for (int32_t i = 0; i < 4; i++) {
        const vector v = *(const vector *)(weights + 16 * i);
        const flags found = __builtin_convertvector(v != 0, flags);
        uint16_t few;
        memcpy(&few, &found, sizeof few);
        bits |= (uint64_t)few << (16 * i);
    }
    return bits;
}

/// Weights of a row, padded with zeros to whole words of flags.
enum { ROOM = (MOST_DEPTH + 63) / 64 * 64 };

/// Packs the nonzero weights of a row, `count` of them including padding.
static void pack_row(const float weights[ROOM], int32_t tile, int32_t count,
                     lk_sparse_weights *packed) {
    // Zeros follow the last weight.
    float values[ROOM + 4];
    uint16_t places[ROOM + 4];
    int32_t next = 0;
    for (int32_t from = 0; from < ROOM; from += 64) {
        for (uint64_t rest = nonzero_bits(weights + from); rest; rest &= rest - 1, next++) {
            const int32_t k = from + __builtin_ctzll(rest);
            values[next] = weights[k];
            places[next] = (uint16_t)(k * tile);
        }
    }
    const uint16_t last = places[next - 1];
    for (int32_t k = next; k < next + 4; k++) {
        values[k] = 0;
        places[k] = last;
    }
    for (int32_t k = 0; k < count; k += 4, packed++) {
        memcpy(packed->values, values + k, sizeof packed->values);
        memcpy(packed->places, places + k, sizeof packed->places);
    }
}

/// Packs the weights of a group.
static void pack_group(const lk_kernel_table *kernels, const lk_sparse_layout *l, int32_t tile,
                       lk_sparse_group g, const lk_sparse_row *rows, lk_sparse_weights *packed) {
    const int32_t length = g.to - g.from;
    float row[ROOM] = {0};
    for (int32_t i = 0; i < g.last - g.first; i++) {
        if (rows[i].count == 0) continue;
        const void *weights = weights_at(l, g.first + rows[i].output, g.from);
        const lk_f16_to_f32 widening = {weights, row};
        if (l->is_f16)
            kernels->f16_to_f32(&widening, 0, length);
        else
            memcpy(row, weights, sizeof row[0] * (size_t)length);
        pack_row(row, tile, rows[i].count, packed);
        packed += (rows[i].count + 3) / 4;
    }
}

int32_t lk_sparse_rows_count(const lk_kernel_table *kernels, const lk_sparse_layout *layout) {
    const lk_sparse_division c = divide(kernels, layout);
    return c.blocks * c.block * c.parts;
}

/// Visits the groups in the order of use: plans their rows, or packs their weights if `weights` is
/// not null. Returns the number of groups of four weights.
static int32_t visit(const lk_kernel_table *kernels, const lk_sparse_layout *l,
                     lk_sparse_row *rows, int32_t *starts, lk_sparse_weights *weights) {
    const lk_sparse_division c = divide(kernels, l);
    int32_t count = 0;
    for (int32_t range = 0; range < l->ranges; range++) {
        starts[range] = count;
        const int32_t first = (int32_t)((int64_t)c.blocks * range / l->ranges) * c.block;
        const int32_t last = (int32_t)((int64_t)c.blocks * (range + 1) / l->ranges) * c.block;
        for (int32_t from = 0; from < l->inputs; from += c.depth) {
            lk_sparse_group g = {.last = first, .from = from};
            g.to = from + c.depth < l->inputs ? from + c.depth : l->inputs;
            while (g.last < last) {
                g.first = g.last;
                g.last = g.first + LK_SPARSE_GROUP < last ? g.first + LK_SPARSE_GROUP : last;
                if (weights)
                    pack_group(kernels, l, c.tile, g, rows, weights + count);
                else
                    plan_group(l, g, rows);
                for (const lk_sparse_row *end = rows + (g.last - g.first); rows < end; rows++)
                    count += (rows->count + 3) / 4;
            }
        }
    }
    return count;
}

int32_t lk_sparse_plan(const lk_kernel_table *kernels, const lk_sparse_layout *layout,
                       lk_sparse_row *rows, int32_t *starts) {
    return visit(kernels, layout, rows, starts, 0);
}

void lk_sparse_pack(const lk_kernel_table *kernels, const lk_sparse_layout *layout,
                    lk_sparse_row *rows, int32_t *starts, lk_sparse_weights *weights) {
    visit(kernels, layout, rows, starts, weights);
}
