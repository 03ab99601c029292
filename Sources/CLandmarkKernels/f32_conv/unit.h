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

static inline lk_conv_unit lk_conv_unit_at(const lk_f32_conv *c, int32_t unit) {
    const int32_t groups = lk_conv_groups(c->blocks);
    const int32_t chunks = c->rows * c->chunks;
    const int32_t group = c->chunk_outer ? unit % groups : unit / chunks;
    const int32_t chunk = c->chunk_outer ? unit / groups : unit % chunks;
    const int32_t part = chunk % c->chunks;
    lk_conv_unit u = {
        .row = chunk / c->chunks,
        .from = (int32_t)((int64_t)c->columns * part / c->chunks),
        .to = (int32_t)((int64_t)c->columns * (part + 1) / c->chunks),
    };
    u.block = lk_conv_group(c->blocks, group, &u.width);
    return u;
}

/// Returns the floats of the receptive field: the number of weights of each output channel.
static inline int64_t lk_conv_depth(const lk_f32_conv *c) {
    return (int64_t)(c->offset_count - 1) * c->segment_length + c->last_length;
}

#endif
