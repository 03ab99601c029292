// The pixels and blocks of a unit of an integer convolution, the same for every instruction set.

#ifndef LK_INTEGER_UNIT_H
#define LK_INTEGER_UNIT_H

#include "lk_integer.h"

typedef struct {
    /// Pixels.
    int32_t from, to;
    /// The first block of the group, and its width in blocks.
    int32_t block, width;
} lk_integer_unit;

static inline lk_integer_unit lk_integer_unit_at(const lk_integer_pointwise *c, int32_t unit) {
    const int32_t groups = lk_conv_groups(c->blocks);
    const int32_t group = c->chunk_outer ? unit % groups : unit / c->chunks;
    const int32_t chunk = c->chunk_outer ? unit / groups : unit % c->chunks;
    lk_integer_unit u = {
        .from = (int32_t)((int64_t)c->pixels * chunk / c->chunks),
        .to = (int32_t)((int64_t)c->pixels * (chunk + 1) / c->chunks),
    };
    u.block = lk_conv_group(c->blocks, group, &u.width);
    return u;
}

/// Returns the number of 32-bit words that hold the integers of `channels` channels.
static inline int32_t lk_integer_words(int32_t channels, int32_t integers_a_word) {
    return (channels + integers_a_word - 1) / integers_a_word;
}

#endif
