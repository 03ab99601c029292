#ifndef LK_MASK_H
#define LK_MASK_H

#include "lk_f32.h"

/// An affine map from output columns and rows to those of a mask: x' = xx·x + xy·y + x0.
typedef struct {
    double xx, xy, x0;
    double yx, yy, y0;
} lk_affine;

/// Affine bilinear sampling of floats in OpenCV 4's arithmetic, zero outside the source. A unit is
/// an output row. Rows of source and output follow each other.
typedef struct {
    const float *source;
    int32_t source_width;
    int32_t source_height;
    lk_affine map;
    /// What each output column adds to a position: all x, then all y.
    const int32_t *columns;
    float *output;
    int32_t width;
} lk_f32_mask;

/// Writes what `columns` of `lk_f32_mask` holds: `2 * width` numbers.
void lk_mask_columns(const lk_affine *map, int32_t *columns, int32_t width);

void lk_f32_mask__scalar(const void *args, int32_t begin, int32_t end);
#if defined(__x86_64__)
void lk_f32_mask__avx2(const void *args, int32_t begin, int32_t end);
#endif

/// The kernel of `level`, or of the nearest lower one that has some: AVX-512 uses AVX2's, and NEON
/// the scalar one.
lk_kernel lk_f32_mask_at(lk_level level);

/// The logistic function with its quotient in double precision. A unit is `LK_LIKELIHOODS` values.
typedef struct {
    const float *logits;
    float *likelihoods;
    int64_t count;
} lk_f32_likelihood;

enum { LK_LIKELIHOODS = 64 };

void lk_f32_likelihood_run(const void *args, int32_t begin, int32_t end);

#endif
