#ifndef LK_SPARSE_H
#define LK_SPARSE_H

#include "lk_f32.h"

/// How the sparse convolution is cut, so that what it works on lies in the caches near the core.
enum {
    /// Vectors of pixels in a full tile: as many sums keep two units for products busy.
    LK_SPARSE_VECTORS = 8,
    /// Floats of the input channels that are read together, for a full tile: 24 KB.
    LK_SPARSE_INPUTS = 6144,
    /// The most sums of a unit, for a full tile: 64 KB.
    LK_SPARSE_SUMS = 16384,
    /// Outputs whose rows of weights are ordered by length, and which are finished together.
    LK_SPARSE_GROUP = 32,
};

/// Four weights of an output that are not zero, and where the pixels of their input channels begin
/// in a tile, in floats.
typedef struct {
    float values[4];
    uint16_t places[4];
} lk_sparse_weights;

/// How many of the weights that follow belong to an output, counted from its group's first.
///
/// Weights that are there are even in number: where they are not, one that is zero follows, at the
/// place of the last. A row begins with a new four.
typedef struct {
    int32_t output;
    int32_t count;
} lk_sparse_row;

/// A pointwise convolution most of whose weights are zero: only the others are there.
///
/// Outputs are split into `ranges` of whole blocks, `blocks·i/ranges` the first of each, and
/// vectors of pixels likewise into `tiles`. Units are (tile, range), all ranges of a tile first.
/// Rows and weights stand in the order of use: by range, part of the input channels, group.
typedef struct {
    const float *input;
    const lk_sparse_row *rows;
    const lk_sparse_weights *weights;
    /// The first four weights of each range.
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

/// A pointwise convolution's weights, `[outputs][inputs]`, and how its outputs are split.
typedef struct {
    /// Floats, or half-precision numbers; they may lie anywhere.
    const void *weights;
    bool half;
    int32_t outputs;
    int32_t inputs;
    int32_t ranges;
} lk_sparse_layout;

/// How many of `count` weights, floats or half-precision ones, are not zero.
int64_t lk_sparse_count(const void *weights, bool half, int64_t count);

/// The rows that `lk_sparse_pack` writes: one for each output, filling ones too, and part.
int32_t lk_sparse_rows_count(lk_level level, const lk_sparse_layout *layout);

/// Writes the rows in the order in which `lk_f32_sparse` reads them, and its `starts`; returns how
/// many fours of weights they have.
int32_t lk_sparse_plan(lk_level level, const lk_sparse_layout *layout, lk_sparse_row *rows,
                       int32_t *starts);

/// Writes the weights that are not zero, `lk_sparse_plan` having written `rows` and `starts`.
void lk_sparse_pack(lk_level level, const lk_sparse_layout *layout, lk_sparse_row *rows,
                    int32_t *starts, lk_sparse_weights *weights);

#endif
