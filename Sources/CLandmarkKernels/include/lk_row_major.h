#ifndef LK_ROW_MAJOR_H
#define LK_ROW_MAJOR_H

#include <stdint.h>

// Arguments of the kernels over row-major tensors of up to six dimensions: the operations between a
// network's convolutions.

enum { LK_RANK = 6 };

typedef enum {
    LK_BINARY_ADD,
    LK_BINARY_SUB,
    LK_BINARY_MUL,
    LK_BINARY_DIV,
    LK_BINARY_MAX,
    LK_BINARY_MIN,
    LK_BINARY_SQUARED_DIFFERENCE,
} lk_binary;

typedef enum {
    LK_UNARY_COPY,
    LK_UNARY_NEG,
    LK_UNARY_ABS,
    LK_UNARY_SQRT,
    LK_UNARY_RSQRT,
    LK_UNARY_SQUARE,
    LK_UNARY_EXP,
    LK_UNARY_LOGISTIC,
    LK_UNARY_TANH,
    LK_UNARY_RELU,
    LK_UNARY_RELU6,
    LK_UNARY_RELU_N1_TO_1,
    LK_UNARY_HARD_SWISH,
    /// x for positive x, otherwise `parameter`·x.
    LK_UNARY_LEAKY_RELU,
} lk_unary;

/// output[i…] = activation(a[i·steps] ∘ b[i·steps]); a step of zero broadcasts along a dimension. A
/// unit is a row, along the last dimension.
typedef struct {
    const float *a;
    const float *b;
    float *output;
    lk_binary operation;
    lk_unary activation;
    int32_t shape[LK_RANK];
    int64_t a_steps[LK_RANK];
    int64_t b_steps[LK_RANK];
} lk_row_major_binary;

enum { LK_UNARY_UNIT = 64, LK_FILL_UNIT = 1024 };

/// output[i] = f(input[i]). A unit is `LK_UNARY_UNIT` values.
typedef struct {
    const float *input;
    float *output;
    lk_unary operation;
    float parameter;
    int64_t count;
} lk_row_major_unary;

/// A copy between two strided tensors: transposes, slices, concatenations, pads. A unit is a row.
typedef struct {
    const float *input;
    float *output;
    int32_t shape[LK_RANK];
    int64_t input_steps[LK_RANK];
    int64_t output_steps[LK_RANK];
} lk_row_major_copy;

/// Sums over the `inner` dimensions for each index of the outer ones, times `scale`. A unit is one
/// output value.
typedef struct {
    const float *input;
    float *output;
    int32_t outer[LK_RANK];
    int64_t outer_steps[LK_RANK];
    int32_t inner[LK_RANK];
    int64_t inner_steps[LK_RANK];
    float scale;
} lk_row_major_reduce;

/// Fills with one value. A unit is `LK_FILL_UNIT` values.
typedef struct {
    float *output;
    float value;
    int64_t count;
} lk_row_major_fill;

/// exp(beta·x) divided by its sum, along the last dimension. A unit is a row.
typedef struct {
    const float *input;
    float *output;
    int32_t length;
    float beta;
} lk_row_major_softmax;

/// The 4×4 matrix from the cells of a crop to the coordinates of `landmarks` (x, y, z each). The crop
/// surrounds the landmarks of `subset` and is upright on the line from `left` to `right`; its cells are
/// `scale` times the bounding box. A unit is the matrix.
typedef struct {
    const float *landmarks;
    float *matrix;
    const int32_t *subset;
    int32_t subset_count;
    int32_t left, right;
    float scale_x, scale_y;
    float center_x, center_y;
} lk_landmark_transform;

/// Samples an image bilinearly at the centers of cells, which `matrix` maps to pixels; cells that lie
/// outside the pixels' centers become zero. A unit is a row of cells.
typedef struct {
    const float *input;
    const float *matrix;
    float *output;
    int32_t height, width, channels;
    int32_t output_width;
} lk_row_major_warp;

/// Transforms points of two or three numbers, of which the third is copied. A unit is a point.
typedef struct {
    const float *input;
    const float *matrix;
    float *output;
    int32_t dimensions;
} lk_transform_points;

#endif
