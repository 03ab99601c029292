#include <string.h>

#include "lk_sparse.h"

/// The most input channels of a part, at the smallest block.
enum { MOST_DEPTH = LK_SPARSE_INPUTS / (LK_SPARSE_VECTORS * 8) };

/// How a level cuts inputs and outputs.
typedef struct {
    int32_t block, blocks, tile;
    /// Input channels of a part, and parts.
    int32_t depth, parts;
} lk_sparse_cut;

static lk_sparse_cut cut(lk_level level, const lk_sparse_layout *l) {
    lk_sparse_cut c = {.block = lk_kernels(level)->block};
    c.tile = LK_SPARSE_VECTORS * c.block;
    c.blocks = (l->outputs + c.block - 1) / c.block;
    c.depth = LK_SPARSE_INPUTS / c.tile / c.block * c.block;
    c.parts = (l->inputs + c.depth - 1) / c.depth;
    return c;
}

/// Sorts a group's rows by their counts, so that the ends of neighbours are foreseen.
static void sort(lk_sparse_row *rows, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        const lk_sparse_row row = rows[i];
        int32_t k = i;
        for (; k > 0 && rows[k - 1].count > row.count; k--) rows[k] = rows[k - 1];
        rows[k] = row;
    }
}

/// How many of a row's weights are not zero.
static int32_t count_row(const float *weights, int32_t length) {
    int32_t count = 0;
    for (int32_t k = 0; k < length; k++) count += weights[k] != 0;
    return count;
}

/// Writes a row's weights that are not zero, `count` of them; returns their end. Where they are
/// cannot be foreseen: every weight is noted, and one that is zero overwritten by the next.
static lk_sparse_weight *pack_row(const float *weights, int32_t length, int32_t tile,
                                  int32_t count, lk_sparse_weight *packed) {
    lk_sparse_weight noted[MOST_DEPTH];
    int32_t next = 0;
    for (int32_t k = 0; k < length; k++) {
        noted[next] = (lk_sparse_weight){weights[k], k * tile};
        next += weights[k] != 0;
    }
    memcpy(packed, noted, sizeof noted[0] * (size_t)count);
    return packed + count;
}

// Weights lie in a file's bytes wherever it has them.
typedef float loose_float __attribute__((aligned(1)));
typedef uint16_t loose_half __attribute__((aligned(1)));

int64_t lk_sparse_count(const void *weights, bool half, int64_t count) {
    const loose_float *floats = weights;
    const loose_half *halves = weights;
    int64_t found = 0;
    // Both zeros, of either sign.
    if (half)
        for (int64_t i = 0; i < count; i++) found += (halves[i] & 0x7fff) != 0;
    else
        for (int64_t i = 0; i < count; i++) found += floats[i] != 0;
    return found;
}

/// Writes the rows of outputs `first..<last` for input channels `from..<to`; returns the end of
/// their weights.
static lk_sparse_weight *pack_group(const lk_sparse_layout *l, int32_t tile, int32_t first,
                                    int32_t last, int32_t from, int32_t to, lk_sparse_row *rows,
                                    lk_sparse_weight *packed) {
    for (int32_t i = 0; i < last - first; i++) {
        rows[i] = (lk_sparse_row){.output = i};
        if (first + i >= l->outputs) continue;
        rows[i].count =
            count_row(l->weights + (int64_t)(first + i) * l->inputs + from, to - from);
    }
    sort(rows, last - first);
    for (int32_t i = 0; i < last - first; i++) {
        if (rows[i].count == 0) continue;
        const float *weights = l->weights + (int64_t)(first + rows[i].output) * l->inputs;
        packed = pack_row(weights + from, to - from, tile, rows[i].count, packed);
    }
    return packed;
}

int32_t lk_sparse_rows_count(lk_level level, const lk_sparse_layout *layout) {
    const lk_sparse_cut c = cut(level, layout);
    return c.blocks * c.block * c.parts;
}

void lk_sparse_pack(lk_level level, const lk_sparse_layout *layout, lk_sparse_row *rows,
                    lk_sparse_weight *weights, int32_t *starts) {
    const lk_sparse_layout *l = layout;
    const lk_sparse_cut c = cut(level, l);
    lk_sparse_weight *packed = weights;
    for (int32_t range = 0; range < l->ranges; range++) {
        starts[range] = (int32_t)(packed - weights);
        const int32_t first = (int32_t)((int64_t)c.blocks * range / l->ranges) * c.block;
        const int32_t last = (int32_t)((int64_t)c.blocks * (range + 1) / l->ranges) * c.block;
        for (int32_t from = 0; from < l->inputs; from += c.depth) {
            const int32_t to = from + c.depth < l->inputs ? from + c.depth : l->inputs;
            for (int32_t group = first, next; group < last; group = next) {
                next = group + LK_SPARSE_GROUP < last ? group + LK_SPARSE_GROUP : last;
                packed = pack_group(l, c.tile, group, next, from, to, rows, packed);
                rows += next - group;
            }
        }
    }
}
