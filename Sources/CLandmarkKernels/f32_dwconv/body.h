// The depthwise convolution. Tiles of adjacent pixels keep their sums in registers; the windows
// used by the models have specialized code.

#include "../vector.h"
#include "pair.h"

/// One row of one block: the input rows of its taps, and the destination of the sums.
typedef struct {
    const lk_real *rows[5];
    const lk_real *weights;
    lk_reals bias;
    int32_t first_tap, last_tap;
    /// The activation, if tiles have specialized code for it, or a negative number.
    int32_t end;
    int32_t block;
    int64_t pixel;
    lk_real *output;
} lk_row;

/// Does the same as `lk_dw_tile` for a full 3×3 window at stride 1. Each input is loaded once for
/// all sums that it contributes to, while the weights stay in registers; going column by column
/// keeps the order of each sum's taps. At stride 2, too few sums share an input for this to pay
/// off.
LK_INLINE void lk_dw_tile_3(const lk_f32_dwconv *c, const lk_activation end, const int t,
                            const int left, const int right, const lk_row *row, int32_t x) {
    const int span = t + 2;
    const int64_t start = (int64_t)x * LK_BLOCK;
    lk_reals weights[9], sums[8];
    LK_UNROLL for (int k = 0; k < 9; k++) weights[k] = LK_LOAD_REALS(row->weights + k * LK_BLOCK);
    LK_UNROLL for (int i = 0; i < t; i++) sums[i] = row->bias;
    LK_UNROLL for (int column = 0; column < span; column++) {
        if (column >= left && column < span - right) {
            LK_UNROLL for (int ky = 0; ky < 3; ky++) {
                const lk_reals v = LK_LOAD_REALS(row->rows[ky] + start + column * LK_BLOCK);
                LK_UNROLL for (int kx = 0; kx < 3; kx++) {
                    const int i = column - kx;
                    if (i >= 0 && i < t) LK_ADD_PRODUCT(sums[i], v, weights[ky * 3 + kx]);
                }
            }
        }
        if (column >= 2) {
            const int i = column - 2;
            lk_finish_as(&c->epilogue, end, LK_ADDED_NEVER, row->block, row->pixel + x + i, 1,
                         sums + i, row->output + (int64_t)(x + i) * LK_BLOCK);
        }
    }
}

/// Sums `t` adjacent pixels from `x` on; `left` and `right` input columns lie outside the tensor.
/// Taps are added column by column, as in TensorFlow Lite's kernels: another order would round
/// differently.
LK_INLINE void lk_dw_tile(const lk_f32_dwconv *c, const int size, const int stride, const int t,
                          const int left, const int right, const lk_row *row, int32_t x) {
    if (size == 3 && stride == 1 && row->end >= 0 && row->first_tap == 0 && row->last_tap == 3) {
        if (row->end == LK_NONE) lk_dw_tile_3(c, LK_NONE, t, left, right, row, x);
        else lk_dw_tile_3(c, LK_RELU6, t, left, right, row, x);
        return;
    }
    lk_reals sums[8];
    LK_UNROLL for (int i = 0; i < t; i++) sums[i] = row->bias;
    const int span = (t - 1) * stride + size;
    const int64_t start = (int64_t)x * stride * LK_BLOCK;
#define LK_TAP(ky)                                                                    \
    {                                                                                     \
        const lk_real *input = row->rows[ky] + start;                                       \
        const lk_reals w = LK_LOAD_REALS(row->weights + ((ky) * size + kx) * LK_BLOCK);           \
        LK_UNROLL for (int i = 0; i < t; i++) {                                           \
            const int column = i * stride + kx;                                           \
            if (column >= left && column < span - right)                                  \
                LK_ADD_PRODUCT_AT(sums[i], w, input + column * LK_BLOCK);                 \
        }                                                                                 \
    }
    if (row->first_tap == 0 && row->last_tap == size) {
        LK_UNROLL for (int kx = 0; kx < size; kx++) {
            LK_UNROLL for (int ky = 0; ky < size; ky++) LK_TAP(ky)
        }
    } else {
        LK_UNROLL for (int kx = 0; kx < size; kx++) {
            for (int32_t ky = row->first_tap; ky < row->last_tap; ky++) LK_TAP(ky)
        }
    }
#undef LK_TAP
    lk_finish(&c->epilogue, row->block, row->pixel + x, t, sums,
              row->output + (int64_t)x * LK_BLOCK);
}

/// Computes the rows `begin..<end` of all blocks in tiles of `t` pixels, which divides their width.
LK_INLINE void lk_dw_rows(const lk_f32_dwconv *c, const int size, const int stride, const int t,
                          const int left, const int right, int32_t begin, int32_t end) {
    const int32_t width = c->width;
    const lk_activation kind = c->epilogue.activation;
    const bool alone = !c->epilogue.residual && (kind == LK_NONE || kind == LK_RELU6);
    const int32_t ending = alone ? (int32_t)kind : -1;
    for (int32_t unit = begin; unit < end; unit++) {
        const int32_t block = unit / c->height, y = unit % c->height;
        const int32_t top = y * stride - c->pad_top;
        lk_row row;
        row.end = ending;
        row.weights = LK_REAL(c->weights, (int64_t)block * size * size * LK_BLOCK);
        row.bias = LK_NARROW(LK_LOAD(c->bias + block * LK_BLOCK));
        row.first_tap = top < 0 ? -top : 0;
        row.last_tap = top + size > c->input_height ? c->input_height - top : size;
        row.block = block;
        row.pixel = (int64_t)y * width;
        row.output = LK_REAL(c->output, block * c->output_plane + row.pixel * LK_BLOCK);
        const lk_real *first =
            LK_REAL(c->input, block * c->input_plane +
                                  ((int64_t)top * c->input_width - c->pad_left) * LK_BLOCK);
        LK_UNROLL for (int tap = 0; tap < size; tap++)
            row.rows[tap] = first + (int64_t)tap * c->input_width * LK_BLOCK;
        if (width == t) {
            lk_dw_tile(c, size, stride, t, left, right, &row, 0);
            continue;
        }
        lk_dw_tile(c, size, stride, t, left, 0, &row, 0);
        int32_t x = t;
        for (; x < width - t; x += t) lk_dw_tile(c, size, stride, t, 0, 0, &row, x);
        lk_dw_tile(c, size, stride, t, 0, right, &row, x);
    }
}

/// Handles any size, stride, dilation and padding, one pixel at a time.
static void lk_dw_row_any(const lk_f32_dwconv *c, int32_t block, int32_t y) {
    const int64_t taps = (int64_t)c->kernel_height * c->kernel_width;
    const lk_real *plane = LK_REAL(c->input, block * c->input_plane);
    const lk_real *weights = LK_REAL(c->weights, block * taps * LK_BLOCK);
    lk_real *output = LK_REAL(c->output, block * c->output_plane);
    for (int32_t x = 0; x < c->width; x++) {
        lk_reals sum = LK_NARROW(LK_LOAD(c->bias + block * LK_BLOCK));
        for (int32_t kx = 0; kx < c->kernel_width; kx++) {
            const int32_t column = x * c->stride_x - c->pad_left + kx * c->dilation_x;
            if (column < 0 || column >= c->input_width) continue;
            for (int32_t ky = 0; ky < c->kernel_height; ky++) {
                const int32_t row = y * c->stride_y - c->pad_top + ky * c->dilation_y;
                if (row < 0 || row >= c->input_height) continue;
                const int64_t pixel = (int64_t)row * c->input_width + column;
                const lk_reals v = LK_LOAD_REALS(plane + pixel * LK_BLOCK);
                const lk_reals w = LK_LOAD_REALS(weights + (ky * c->kernel_width + kx) * LK_BLOCK);
                LK_ADD_PRODUCT(sum, v, w);
            }
        }
        const int64_t pixel = (int64_t)y * c->width + x;
        lk_finish(&c->epilogue, block, pixel, 1, &sum, output + pixel * LK_BLOCK);
    }
}

typedef void (*lk_dw_kernel)(const lk_f32_dwconv *, int32_t, int32_t);

// The paddings used by the models: equal on both sides at stride 1; at stride 2 the odd column on
// the right (SAME) or on the left (an explicit pad before VALID). A window of one pixel scales channels, as
// batch normalization does where no convolution could take it in.
#define LK_WINDOWS(each, t)                                                               \
    each(1, 1, 0, 0, t) each(3, 1, 1, 1, t) each(5, 1, 2, 2, t) each(3, 2, 0, 1, t)       \
    each(3, 2, 1, 0, t) each(5, 2, 1, 2, t) each(5, 2, 2, 1, t)
#define LK_ALL(each) \
    LK_WINDOWS(each, 8) LK_WINDOWS(each, 7) LK_WINDOWS(each, 6) LK_WINDOWS(each, 4) \
    LK_WINDOWS(each, 2)

#define LK_DEFINE(size, stride, left, right, t)                                           \
    static void lk_dw_##size##_##stride##_##left##_##right##_##t(                         \
        const lk_f32_dwconv *c, int32_t begin, int32_t end) {                             \
        lk_dw_rows(c, size, stride, t, left, right, begin, end);                          \
    }
LK_ALL(LK_DEFINE)

/// Returns the function for a window whose tiles divide the row, or null.
static lk_dw_kernel lk_dw_choose(const lk_f32_dwconv *c) {
#define LK_ENTRY(size, stride, left, right, t) \
    {size, stride, left, right, t, lk_dw_##size##_##stride##_##left##_##right##_##t},
    static const struct {
        int32_t size, stride, left, right, tile;
        lk_dw_kernel kernel;
    } all[] = {LK_ALL(LK_ENTRY)};
    if (c->kernel_height != c->kernel_width || c->stride_y != c->stride_x) return 0;
    if (c->dilation_y != 1 || c->dilation_x != 1) return 0;
    const int32_t right =
        (c->width - 1) * c->stride_x + c->kernel_width - c->pad_left - c->input_width;
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].size == c->kernel_width && all[i].stride == c->stride_x &&
            all[i].left == c->pad_left && all[i].right == right && c->width % all[i].tile == 0)
            return all[i].kernel;
    return 0;
}

/// Returns the function for two rows at once of a window that `lk_dw_choose` supports, or null.
static lk_pair_kernel lk_dw_choose_pair(const lk_f32_dwconv *c) {
    return c->kernel_width == LK_PAIR_SIZE && c->stride_x == 1 ? lk_pair_choose(c) : 0;
}

/// Computes the rows `begin..<end` of all blocks in pairs, and those left over one by one.
static void lk_dw_pairs(const lk_f32_dwconv *c, lk_pair_kernel pair, lk_dw_kernel single,
                        int32_t begin, int32_t end) {
    for (int32_t unit = begin; unit < end;) {
        const int32_t y = unit % c->height;
        if (y + 1 < c->height && unit + 1 < end) {
            pair(c, unit / c->height, y);
            unit += 2;
        } else {
            single(c, unit, unit + 1);
            unit++;
        }
    }
}

LK_REAL_KERNEL(dwconv) {
    const lk_f32_dwconv *c = args;
    const lk_dw_kernel kernel = lk_dw_choose(c);
    const lk_pair_kernel pair = kernel ? lk_dw_choose_pair(c) : 0;
    if (pair) {
        lk_dw_pairs(c, pair, kernel, begin, end);
        return;
    }
    if (kernel) {
        kernel(c, begin, end);
        return;
    }
    for (int32_t unit = begin; unit < end; unit++)
        lk_dw_row_any(c, unit / c->height, unit % c->height);
}
