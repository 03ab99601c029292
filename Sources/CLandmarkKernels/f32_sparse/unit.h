// The pixels and outputs of a unit of the sparse convolution, the same for every instruction set.
// The including file must define LK_BLOCK.

#include "lk_sparse.h"

enum {
    /// Pixels of a full tile.
    LK_SPARSE_TILE = LK_SPARSE_VECTORS * LK_BLOCK,
    /// Blocks of input channels in a part.
    LK_SPARSE_PART = LK_SPARSE_INPUTS / LK_SPARSE_TILE / LK_BLOCK,
};

typedef struct {
    /// The first pixel, the number of pixels, and the number of vectors that hold them.
    int32_t pixel, pixels, vectors;
    /// The output blocks `first..<last`.
    int32_t first, last;
    /// The number of parts of the input channels.
    int32_t parts;
    const lk_sparse_row *rows;
    const lk_sparse_weights *weights;
} lk_sparse_unit;

static inline lk_sparse_unit lk_sparse_unit_at(const lk_f32_sparse *s, int32_t unit) {
    const int32_t range = unit % s->ranges, tile = unit / s->ranges;
    const int32_t vectors = (s->pixels + LK_BLOCK - 1) / LK_BLOCK;
    const int32_t from = (int32_t)((int64_t)vectors * tile / s->tiles);
    const int32_t to = (int32_t)((int64_t)vectors * (tile + 1) / s->tiles);
    const int32_t rest = s->pixels - from * LK_BLOCK;
    lk_sparse_unit u = {
        .pixel = from * LK_BLOCK,
        .pixels = rest < (to - from) * LK_BLOCK ? rest : (to - from) * LK_BLOCK,
        .vectors = to - from,
        .first = (int32_t)((int64_t)s->blocks * range / s->ranges),
        .last = (int32_t)((int64_t)s->blocks * (range + 1) / s->ranges),
        .parts = (s->input_blocks + LK_SPARSE_PART - 1) / LK_SPARSE_PART,
        .weights = s->weights + s->starts[range],
    };
    u.rows = s->rows + (int64_t)u.first * LK_BLOCK * u.parts;
    return u;
}
