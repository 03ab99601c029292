#ifndef LK_F32_H
#define LK_F32_H

#include <stdbool.h>
#include <stdint.h>

#include "lk_level.h"

/// Float kernels over blocked tensors.
///
/// A blocked tensor holds its channels in planes of as many channels as the level's table says: a
/// pixel of a plane is one block of adjacent floats, pixels follow each other row by row, and
/// planes are `plane` floats apart. Channels that only fill up the last block are exactly zero, in
/// tensors as in weights, so that kernels need no channel tails.
///
/// Every kernel has the form `lk_kernel`: it does the work units `begin..<end` of what its
/// arguments describe. Any split of the units over threads gives the same bytes.
typedef void (*lk_kernel)(const void *args, int32_t begin, int32_t end);


/// What an operator does to its sums before it stores them.
typedef enum {
    LK_NONE = 0,
    LK_RELU = 1,
    LK_RELU6 = 2,
    /// max(x, 0) + slope·min(x, 0), with a slope for each channel.
    LK_PRELU = 3,
    LK_HARD_SWISH = 4,
} lk_activation;

/// What is fused into the end of an operator: an added tensor and an activation.
typedef struct {
    /// Blocked, at the size of the output, or null.
    const float *residual;
    int64_t residual_plane;
    /// Blocks that the residual has; later blocks of the output get nothing added.
    int32_t residual_blocks;
    /// Whether the residual is added after the activation instead of before.
    bool residual_last;
    lk_activation activation;
    /// One for each channel, in whole blocks; only for `LK_PRELU`.
    const float *slopes;
} lk_epilogue;

/// A convolution as a matrix product over pixels.
///
/// `offsets` lists where, relative to an output pixel's first input float, each segment of its
/// receptive field lies; a segment is `segment_length` floats (the last one `last_length`).
/// Units are (group of output blocks, chunk of pixels); see `lk_conv_group`.
///
/// `lk_f32_half` takes the same, but weights in half precision, in which they are half as long to
/// read: where pixels are few, reading them is most of the work. Its segments are multiples of four
/// floats long, and neighboring pixels, where a row has several, lie a block apart.
typedef struct {
    const float *input;
    const float *weights;
    const float *bias;
    float *output;
    const int32_t *offsets;
    int32_t offset_count;
    int32_t segment_length;
    int32_t last_length;
    /// Floats between the inputs of neighboring output pixels of a row, and of neighboring rows.
    int32_t pixel_step;
    int32_t row_step;
    int32_t rows;
    int32_t columns;
    int32_t blocks;
    int64_t output_plane;
    /// Chunks into which a row's pixels are split.
    int32_t chunks;
    /// Whether units run through all groups of a chunk before the next chunk.
    bool chunk_outer;
    lk_epilogue epilogue;
} lk_f32_conv;

/// The number of groups that `blocks` output blocks are packed in.
int32_t lk_conv_groups(int32_t blocks);

/// The first block of `group`, and its width in blocks (1, 2 or 3).
int32_t lk_conv_group(int32_t blocks, int32_t group, int32_t *width);

/// What `lk_f32_single` has room for: the vectors of pixels in one of its rows, and the channels of
/// its input.
enum { LK_SINGLE_VECTORS = 32, LK_SINGLE_CHANNELS = 16 };

/// A 3×3 convolution to one channel that visits every pixel: neighboring pixels take the places
/// that channels have elsewhere, since a block of one channel would be mostly filling. The input is
/// blocked; what lies outside it counts as zero. The output is row-major. A unit is a row of a
/// stretch of `LK_SINGLE_VECTORS` blocks of pixels, stretch after stretch.
typedef struct {
    const float *input;
    /// Row by row, the channels of each tap.
    const float *weights;
    float *output;
    int64_t input_plane;
    int32_t channels;
    int32_t input_height;
    int32_t input_width;
    int32_t height;
    int32_t width;
    int32_t pad_top;
    int32_t pad_left;
    float bias;
    /// Any but `LK_PRELU`.
    lk_activation activation;
} lk_f32_single;

/// One channel of a pointwise convolution at the pixels of a rectangle, in the sums that the
/// convolution to all channels makes: for outputs of which little is read. The input is blocked. A
/// unit is a row of the rectangle.
typedef struct {
    const float *input;
    /// One for each channel of the input, then zeros to a multiple of eight.
    const float *weights;
    /// For the rectangle's first pixel.
    float *output;
    int64_t input_plane;
    /// Floats between the output's neighboring pixels, which follow each other row by row.
    int64_t output_step;
    int32_t channels;
    int32_t input_pixels;
    int32_t input_width;
    /// The rectangle's first row and column, and the pixels in its rows.
    int32_t top;
    int32_t left;
    int32_t width;
    float bias;
    lk_activation activation;
    /// For `LK_PRELU`.
    float slope;
} lk_f32_points;

/// A depthwise convolution, square kernel 3 or 5, stride 1 or 2, or any other by the general path.
/// A unit is a row of a block.
typedef struct {
    const float *input;
    /// For each block: the taps row by row, each one block.
    const float *weights;
    const float *bias;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t input_height;
    int32_t input_width;
    int32_t height;
    int32_t width;
    int32_t kernel_height;
    int32_t kernel_width;
    int32_t stride_y;
    int32_t stride_x;
    int32_t dilation_y;
    int32_t dilation_x;
    int32_t pad_top;
    int32_t pad_left;
    lk_epilogue epilogue;
} lk_f32_dwconv;

/// A pooling over windows; input outside the tensor counts for nothing. A unit is a row of a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t input_height;
    int32_t input_width;
    int32_t height;
    int32_t width;
    int32_t kernel_height;
    int32_t kernel_width;
    int32_t stride_y;
    int32_t stride_x;
    int32_t pad_top;
    int32_t pad_left;
    /// Whether the mean of the window is taken instead of its maximum.
    bool average;
    lk_epilogue epilogue;
} lk_f32_pool;

/// Where one output row or column of a resize reads: two inputs and the second one's weight.
typedef struct {
    int32_t first;
    int32_t second;
    float weight;
} lk_sample;

/// A bilinear resize. A unit is a row of a block.
typedef struct {
    const float *input;
    float *output;
    /// One for each output row, and one for each output column.
    const lk_sample *rows;
    const lk_sample *columns;
    int64_t input_plane;
    int64_t output_plane;
    int32_t input_width;
    int32_t height;
    int32_t width;
    lk_epilogue epilogue;
} lk_f32_resize;

/// A copy of a blocked tensor with fewer or as many blocks as the output, ended by an epilogue: the
/// addition of tensors and activations on their own. A unit is a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    /// Blocks that the input has; the output's later blocks start from zero.
    int32_t input_blocks;
    int32_t pixels;
    lk_epilogue epilogue;
} lk_f32_add;

/// The mean of a plane's pixels. A unit is a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t pixels;
} lk_f32_mean;

/// The most channels that `lk_f32_normalize` takes.
enum { LK_NORMALIZE_CHANNELS = 256 };

/// Rows of a row-major tensor, each less its mean and divided by its deviation, times a factor for
/// each channel: x·f + (−mean)·f with f = factor/√(variance + epsilon), rounded after every
/// operation. Channels are a multiple of sixteen. The output is blocked: a row is a pixel or, when
/// turned, a channel. A unit is eight rows, those that fill up the last block among them.
typedef struct {
    const float *input;
    const float *factors;
    float *output;
    int64_t output_plane;
    int32_t rows;
    int32_t channels;
    float epsilon;
    bool turned;
} lk_f32_normalize;

/// A copy between row-major pixels of `channels` floats and blocked planes. A unit is an image row.
typedef struct {
    const float *input;
    float *output;
    int64_t plane;
    int32_t width;
    int32_t channels;
    /// Floats between the rows of the row-major side.
    int64_t row_step;
} lk_f32_layout;

/// A blocked tensor set into a larger one whose border has been zeroed. A unit is a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t input_height;
    int32_t input_width;
    int32_t width;
    int32_t pad_top;
    int32_t pad_left;
} lk_f32_pad;

/// Channels rearranged into squares of pixels. A unit is an output row of a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t height;
    int32_t width;
    int32_t channels;
    int32_t square;
} lk_f32_depth_to_space;

/// What a unit of `lk_f32_peak` does: rounds of one multiplication and addition in each of as many
/// independent blocks.
enum { LK_PEAK_ROUNDS = 4096, LK_PEAK_SUMS = 12 };

/// Products added in registers alone, as fast as the processor can: what kernels are measured by.
typedef struct {
    /// Small enough that sums stay finite.
    float factor;
    /// A block for every unit, of which a call writes its first one's: so nothing is left out as
    /// unused, and threads write to different places.
    float *output;
} lk_f32_peak;

/// Every float kernel, once: the tables, their tests and their benchmark are made from this list.
#define LK_KERNELS(each) \
    each(conv) each(half) each(sparse) each(single) each(points) each(dwconv) each(pool) \
    each(resize) each(add) each(mean) each(normalize) each(pack) each(unpack) each(pad) \
    each(depth_to_space) each(peak)

/// The kernels of one instruction set.
typedef struct {
    lk_level level;
    int32_t block;
#define LK_FIELD(name) lk_kernel name;
    LK_KERNELS(LK_FIELD)
#undef LK_FIELD
} lk_kernel_table;

/// The kernels of `level`, or null when this build or processor has none.
const lk_kernel_table *lk_kernels(lk_level level);

/// Writes `count` half-precision floats as single-precision ones, exactly.
void lk_f16_to_f32(lk_level level, const void *halves, float *floats, int64_t count);

/// Writes floats that came from half-precision ones as those, exactly.
void lk_f32_to_f16(lk_level level, const float *floats, void *halves, int64_t count);

/// How a convolution's weights, `[outputs][rows][row_length]`, are cut into segments.
typedef struct {
    /// Floats, or half-precision ones.
    const void *weights;
    bool half;
    int32_t outputs;
    int32_t blocks;
    int32_t rows;
    int32_t row_length;
    int32_t segment_length;
    int32_t last_length;
} lk_conv_layout;

/// Writes weights in the order in which `lk_f32_conv` reads them, zero where there are none.
/// `scratch` has room for three blocks of `row_length` floats.
void lk_conv_pack(lk_level level, const lk_conv_layout *layout, float *packed, float *scratch);

#endif
