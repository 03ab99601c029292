#ifndef LK_MASK_H
#define LK_MASK_H

#include <stdint.h>

/// An affine map from output columns and rows to those of a mask: x' = xx·x + xy·y + x0.
typedef struct {
    double xx, xy, x0;
    double yx, yy, y0;
} lk_affine;

/// Affine bilinear sampling of floats with OpenCV 4's arithmetic, with zero outside the source.
/// Rows of source and output are adjacent. A unit is an output row.
typedef struct {
    const float *source;
    int32_t source_width;
    int32_t source_height;
    lk_affine map;
    /// The contribution of each output column to a position: all x, then all y.
    const int32_t *columns;
    float *output;
    int32_t width;
} lk_f32_mask;

/// Computes `lk_f32_mask.columns`: `2 * width` numbers.
void lk_mask_columns(const lk_affine *map, int32_t *columns, int32_t width);

enum { LK_LIKELIHOODS = 64 };

/// The logistic function, with its quotient in double precision. A unit is `LK_LIKELIHOODS` values.
typedef struct {
    const float *logits;
    float *likelihoods;
    int64_t count;
} lk_f32_likelihood;

#endif
