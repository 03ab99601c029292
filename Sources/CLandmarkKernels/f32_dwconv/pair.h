// Two neighboring output rows of a 5×5 window at stride 1, padded equally on every side. They share
// four of their six input rows, so one load serves two products: a single row needs more loads than
// a processor with two multiply-adds per cycle can perform.
//
// Included by body.h.

enum {
    LK_PAIR_SIZE = 5,
    LK_PAIR_MARGIN = LK_PAIR_SIZE / 2,
    /// Input rows that a pair reads.
    LK_PAIR_INPUTS = LK_PAIR_SIZE + 1,
};

/// Two rows of one block.
typedef struct {
    /// The first tap of the upper row's first pixel, which lies outside the tensor.
    const lk_real *input;
    int64_t input_step;
    const lk_real *weights;
    lk_reals bias;
    /// The input rows inside the tensor: `first..<last`. The two in the middle, at the height of the
    /// pair itself, always are.
    int32_t first, last;
    int32_t block;
    /// The upper row's first pixel.
    int64_t pixel;
    /// The plane of the block.
    lk_real *output;
} lk_pair;

/// Adds the products of input row `row` and window column `kx` to the sums of `t` pixels of both
/// rows. `upper` and `lower` are the weights of this input row for the upper and the lower row.
LK_INLINE void lk_pair_products(const int row, const int kx, const int t, const int left,
                                const int right, const lk_real *input, lk_reals upper, lk_reals lower,
                                lk_reals sums[2][8]) {
    const int span = t - 1 + LK_PAIR_SIZE;
    LK_UNROLL for (int i = 0; i < t; i++) {
        const int column = i + kx;
        if (column < left || column >= span - right) continue;
        const lk_reals v = LK_LOAD_REALS(input + column * LK_BLOCK);
        if (row < LK_PAIR_SIZE) LK_ADD_PRODUCT(sums[0][i], v, upper);
        if (row > 0) LK_ADD_PRODUCT(sums[1][i], v, lower);
    }
}

/// Sums `t` adjacent pixels of both rows from `x` on; `left` and `right` input columns lie outside
/// the tensor. Taps are added column by column, as in `lk_dw_tile`.
///
/// The same body serves the rows at the edges too. Its branches are almost always predicted, and
/// keep the compiler from loading rows early into registers that the sums need.
LK_INLINE void lk_pair_tile(const lk_f32_dwconv *c, const int t, const int left, const int right,
                            const lk_pair *pair, int32_t x) {
    lk_reals sums[2][8];
    LK_UNROLL for (int i = 0; i < t; i++) sums[0][i] = sums[1][i] = pair->bias;
    const lk_real *start = pair->input + (int64_t)x * LK_BLOCK;
    LK_UNROLL for (int kx = 0; kx < LK_PAIR_SIZE; kx++) {
        lk_reals weights[LK_PAIR_INPUTS];
        LK_UNROLL for (int row = 0; row < LK_PAIR_INPUTS; row++) {
            const int tap = row * LK_PAIR_SIZE + kx;
            if (row < LK_PAIR_SIZE) weights[row] = LK_LOAD_REALS(pair->weights + tap * LK_BLOCK);
            if (row < LK_PAIR_MARGIN && row < pair->first) continue;
            if (row > LK_PAIR_MARGIN + 1 && row >= pair->last) continue;
            const lk_reals upper = weights[row < LK_PAIR_SIZE ? row : 0];
            const lk_reals lower = weights[row > 0 ? row - 1 : 0];
            lk_pair_products(row, kx, t, left, right, start + row * pair->input_step, upper, lower,
                             sums);
        }
    }
    LK_UNROLL for (int j = 0; j < 2; j++) {
        const int64_t pixel = pair->pixel + j * c->width + x;
        lk_finish(&c->epilogue, pair->block, pixel, t, sums[j], pair->output + pixel * LK_BLOCK);
    }
}

/// Computes rows `y` and `y + 1` of a block, in tiles of `t` pixels and a last one of `rest`.
LK_INLINE void lk_pair_rows(const lk_f32_dwconv *c, const int t, const int rest, int32_t block,
                            int32_t y) {
    const int32_t top = y - LK_PAIR_MARGIN;
    lk_pair pair;
    pair.input_step = (int64_t)c->input_width * LK_BLOCK;
    pair.input = LK_REAL(c->input, block * c->input_plane + top * pair.input_step -
                                       LK_PAIR_MARGIN * LK_BLOCK);
    pair.weights = LK_REAL(c->weights, (int64_t)block * LK_PAIR_SIZE * LK_PAIR_SIZE * LK_BLOCK);
    pair.bias = LK_NARROW(LK_LOAD(c->bias + block * LK_BLOCK));
    pair.first = top < 0 ? -top : 0;
    pair.last =
        top + LK_PAIR_INPUTS > c->input_height ? c->input_height - top : LK_PAIR_INPUTS;
    pair.block = block;
    pair.pixel = (int64_t)y * c->width;
    pair.output = LK_REAL(c->output, block * c->output_plane);
    lk_pair_tile(c, t, LK_PAIR_MARGIN, 0, &pair, 0);
    int32_t x = t;
    for (; x < c->width - rest; x += t) lk_pair_tile(c, t, 0, 0, &pair, x);
    lk_pair_tile(c, rest, 0, LK_PAIR_MARGIN, &pair, x);
}

typedef void (*lk_pair_kernel)(const lk_f32_dwconv *, int32_t, int32_t);

// Tiles of four pixels have enough sums to keep the multipliers busy, and leave registers for their
// inputs and weights; the others serve rows whose length is not a multiple of four.
#define LK_PAIRS(each) each(4, 4) each(5, 4) each(4, 3) each(3, 3)

#define LK_DEFINE_PAIR(t, rest)                                                            \
    static void lk_pair_##t##_##rest(const lk_f32_dwconv *c, int32_t block, int32_t y) {   \
        lk_pair_rows(c, t, rest, block, y);                                                \
    }
LK_PAIRS(LK_DEFINE_PAIR)

/// Returns the function for pairs of rows of a 5×5 window at stride 1 without dilation, or null.
static lk_pair_kernel lk_pair_choose(const lk_f32_dwconv *c) {
#define LK_ENTRY_PAIR(t, rest) {t, rest, lk_pair_##t##_##rest},
    static const struct {
        int32_t tile, rest;
        lk_pair_kernel kernel;
    } all[] = {LK_PAIRS(LK_ENTRY_PAIR)};
    if (c->pad_left != LK_PAIR_MARGIN || c->pad_top != LK_PAIR_MARGIN) return 0;
    if (c->input_width != c->width || c->input_height != c->height) return 0;
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        const int32_t before = c->width - all[i].rest;
        if (before > 0 && before % all[i].tile == 0) return all[i].kernel;
    }
    return 0;
}
