#ifndef LK_IMG_MASK_H
#define LK_IMG_MASK_H

#include "../kernel.h"
#include "lk_mask.h"

/// The contribution of an output row to a position, in 1/1024 pixels.
typedef struct {
    int32_t x, y;
} lk_mask_row;

lk_mask_row lk_mask__row(const lk_f32_mask *c, int32_t y);

/// Computes the output pixels `from..<to` of a row.
void lk_mask__pixels(
    const lk_f32_mask *c, lk_mask_row row, int32_t from, int32_t to, float *out);

#endif
