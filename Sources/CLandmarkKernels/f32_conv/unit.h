// The pixels and blocks of a unit of the convolution, the same for every instruction set.

#ifndef LK_CONV_UNIT_H
#define LK_CONV_UNIT_H

#include "lk_f32.h"

typedef struct {
    int32_t row;
    /// Pixels of the row.
    int32_t from, to;
    /// The first block of the group, and its width in blocks.
    int32_t block, width;
} lk_conv_unit;

/// Returns unit `unit` of `rows` of `columns` pixels, each row divided into `row_chunks` chunks, and of
/// `blocks` blocks of output channels.
static inline lk_conv_unit lk_conv_unit_of(int32_t unit, int32_t rows, int32_t columns,
                                           int32_t row_chunks, int32_t blocks, bool chunk_outer) {
    const int32_t groups = lk_conv_groups(blocks);
    const int32_t chunks = rows * row_chunks;
    const int32_t group = chunk_outer ? unit % groups : unit / chunks;
    const int32_t chunk = chunk_outer ? unit / groups : unit % chunks;
    const int32_t part = chunk % row_chunks;
    lk_conv_unit u = {
        .row = chunk / row_chunks,
        .from = (int32_t)((int64_t)columns * part / row_chunks),
        .to = (int32_t)((int64_t)columns * (part + 1) / row_chunks),
    };
    u.block = lk_conv_group(blocks, group, &u.width);
    return u;
}

static inline lk_conv_unit lk_conv_unit_at(const lk_f32_conv *c, int32_t unit) {
    return lk_conv_unit_of(unit, c->rows, c->columns, c->chunks, c->blocks, c->chunk_outer);
}

/// Returns the floats of the receptive field: the number of weights of each output channel.
static inline int64_t lk_conv_depth(const lk_f32_conv *c) {
    return (int64_t)(c->offset_count - 1) * c->segment_length + c->last_length;
}

#endif
