#ifndef LK_SPARSE_H
#define LK_SPARSE_H

#include "lk_f32.h"

/// The tiling of the sparse convolution, which keeps its working set in the caches near the core.
enum {
    /// Vectors of pixels in a full tile: this many sums keep two multiply-add units busy.
    LK_SPARSE_VECTORS = 8,
    /// Floats of the input channels that are read together, for a full tile: 24 KB.
    LK_SPARSE_INPUTS = 6144,
    /// The maximum number of sums of a unit, for a full tile: 64 KB.
    LK_SPARSE_SUMS = 16384,
    /// Outputs whose rows of weights are sorted by length and that are finished together.
    LK_SPARSE_GROUP = 32,
};

/// Four nonzero weights of an output, and the offsets in floats of their input channels' pixels in
/// a tile.
typedef struct {
    float values[4];
    uint16_t places[4];
} lk_sparse_weights;

/// The number of the following weights that belong to an output, which is numbered from the first
/// of its group.
///
/// The count is even: an odd number of nonzero weights is padded with a zero at the position of the
/// last one. A row begins with a new group of four.
typedef struct {
    int32_t output;
    int32_t count;
} lk_sparse_row;

/// A pointwise convolution that stores only its nonzero weights.
///
/// Outputs are divided into `ranges` of whole blocks, the first of each being `blocks·i/ranges`,
/// and vectors of pixels likewise into `tiles`. Units are (tile, range), with all ranges of a tile
/// in sequence. Rows and weights are stored in the order of use: by range, part of the input
/// channels, group.
typedef struct {
    const float *input;
    const lk_sparse_row *rows;
    const lk_sparse_weights *weights;
    /// The index of the first four weights of each range.
    const int32_t *starts;
    const float *bias;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t pixels;
    int32_t input_blocks;
    int32_t blocks;
    int32_t ranges;
    int32_t tiles;
    lk_epilogue epilogue;
} lk_f32_sparse;

/// The weights of a pointwise convolution, `[outputs][inputs]`, and the division of its outputs.
typedef struct {
    /// Floats, or half-precision numbers, at any alignment.
    const void *weights;
    bool is_f16;
    int32_t outputs;
    int32_t inputs;
    int32_t ranges;
} lk_sparse_layout;

/// Returns the number of nonzero weights among `count` floats or half-precision numbers.
int64_t lk_sparse_count(const void *weights, bool is_f16, int64_t count);

/// Returns the number of rows that `lk_sparse_plan` writes: one per output, including padding, and
/// part of the input channels.
int32_t lk_sparse_rows_count(const lk_kernel_table *kernels, const lk_sparse_layout *layout);

/// Writes the rows in the order in which `f32_sparse` reads them, and its `starts`. Returns the
/// number of groups of four weights.
int32_t lk_sparse_plan(const lk_kernel_table *kernels, const lk_sparse_layout *layout,
                       lk_sparse_row *rows, int32_t *starts);

/// Writes the nonzero weights, after `lk_sparse_plan` has written `rows` and `starts`.
void lk_sparse_pack(const lk_kernel_table *kernels, const lk_sparse_layout *layout,
                    lk_sparse_row *rows, int32_t *starts, lk_sparse_weights *weights);

#endif
