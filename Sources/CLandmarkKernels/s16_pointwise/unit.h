// The pixels and blocks of a unit of an integer convolution, the same for every instruction set.

#ifndef LK_INTEGER_UNIT_H
#define LK_INTEGER_UNIT_H

#include "../f32_conv/unit.h"
#include "lk_integer.h"

/// Returns a unit, whose pixels are those of one row.
static inline lk_conv_unit lk_integer_unit_at(const lk_integer_pointwise *c, int32_t unit) {
    return lk_conv_unit_of(unit, 1, c->pixels, c->chunks, c->blocks, c->chunk_outer);
}

/// Returns the number of 32-bit words that hold the integers of `channels` channels.
static inline int32_t lk_integer_words(int32_t channels, int32_t integers_a_word) {
    return (channels + integers_a_word - 1) / integers_a_word;
}

#endif
