#ifndef LK_F32_H
#define LK_F32_H

#include <stdbool.h>
#include <stdint.h>

#include "lk_kernels.h"

// Arguments of the float kernels over blocked tensors.
//
// A blocked tensor holds its channels in planes of `lk_kernel_table.block` channels each. A pixel
// of a plane is one block of adjacent floats, pixels are stored row by row, and planes are `plane`
// floats apart. Channels that only pad the last block are exactly zero, in tensors and in weights,
// so kernels need no channel tails. Some kernels have a counterpart for tensors in half precision,
// which takes the same arguments with the addresses of half-precision numbers in place of floats.

/// An activation applied to sums before they are stored.
typedef enum {
    LK_NONE = 0,
    LK_RELU = 1,
    LK_RELU6 = 2,
    /// max(x, 0) + slope·min(x, 0), with a slope per channel.
    LK_PRELU = 3,
    LK_HARD_SWISH = 4,
} lk_activation;

/// Operations fused into the end of another: an added tensor and an activation.
typedef struct {
    /// Blocked, with the size of the output; or null.
    const float *residual;
    int64_t residual_plane;
    /// Blocks of the residual; nothing is added to later blocks of the output.
    int32_t residual_blocks;
    /// Whether the residual is added after the activation instead of before it.
    bool residual_last;
    lk_activation activation;
    /// One per channel, in whole blocks; only for `LK_PRELU`.
    const float *slopes;
} lk_epilogue;

/// A convolution as a matrix product over pixels.
///
/// `offsets` lists the start of each segment of a pixel's receptive field, relative to the first
/// input float of that pixel. A segment is `segment_length` floats, the last one `last_length`.
/// Units are (group of output blocks, chunk of pixels); see `lk_conv_group`.
typedef struct {
    const float *input;
    /// As packed by `lk_conv_pack`.
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
    /// Chunks into which the pixels of a row are divided.
    int32_t chunks;
    /// Whether units run through all groups of a chunk before the next chunk.
    bool chunk_outer;
    lk_epilogue epilogue;
} lk_f32_conv;

/// The same convolution with weights in half precision, which take half as long to read: with few
/// pixels, most of the work is reading weights. Segment lengths are multiples of four floats, and
/// neighboring pixels in a row are one block apart.
typedef lk_f32_conv lk_f32_conv_f16_weights;

/// The same convolution of tensors in half precision: `input`, `weights`, `output` and the residual
/// point to half-precision numbers. Products of four segments are summed in half precision, and these
/// sums in single precision: those of 32 channels, or of four rows of an image. A block of channels is
/// whole in memory even where the last segment is shorter.
typedef lk_f32_conv lk_f16_conv;

/// Returns the number of groups into which `blocks` output blocks are packed.
int32_t lk_conv_groups(int32_t blocks);

/// Returns the first block of `group` and sets `width` to its number of blocks (1, 2 or 3).
int32_t lk_conv_group(int32_t blocks, int32_t group, int32_t *width);

/// The division of a convolution's weights, `[outputs][rows][row_length]`, into segments.
typedef struct {
    /// Floats, or half-precision numbers.
    const void *weights;
    bool is_f16;
    int32_t outputs;
    int32_t blocks;
    int32_t rows;
    int32_t row_length;
    int32_t segment_length;
    int32_t last_length;
} lk_conv_layout;

/// Packs weights in the order in which `f32_conv` reads them, with zeros as padding. `scratch` has
/// space for three blocks of `row_length` floats.
void lk_conv_pack(const lk_kernel_table *kernels, const lk_conv_layout *layout, float *packed,
                  float *scratch);

/// Limits of `lk_f32_conv_c1`: vectors of pixels in a stretch, and channels of the input.
enum { LK_CONV_C1_VECTORS = 32, LK_CONV_C1_CHANNELS = 16 };

/// A 3×3 convolution to one channel with stride 1. Vector lanes are neighboring pixels, because a
/// block of one channel would be mostly padding. The input is blocked and counts as zero outside
/// its bounds; the output is row-major. A unit is a row of a stretch of `LK_CONV_C1_VECTORS` blocks
/// of pixels, stretch by stretch.
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
    /// Any except `LK_PRELU`.
    lk_activation activation;
} lk_f32_conv_c1;

/// One channel of a pointwise convolution in a rectangle of pixels, with the same sums as the whole
/// convolution, for outputs of which only a small part is read. The input is blocked. A unit is a
/// row of the rectangle.
typedef struct {
    const float *input;
    /// One per channel of the input, padded with zeros to a multiple of eight.
    const float *weights;
    /// The destination of the first pixel of the rectangle.
    float *output;
    int64_t input_plane;
    /// Floats between neighboring pixels of the output, which are stored row by row.
    int64_t output_step;
    int32_t channels;
    int32_t input_pixels;
    int32_t input_width;
    /// The first row and column of the rectangle, and its width in pixels.
    int32_t top;
    int32_t left;
    int32_t width;
    float bias;
    lk_activation activation;
    /// Only for `LK_PRELU`.
    float slope;
} lk_f32_pointwise_window;

/// A depthwise convolution. Square kernels of 3 or 5 with stride 1 or 2 have specialized code, all
/// others use a general path. A unit is a row of a block.
typedef struct {
    const float *input;
    /// For each block the taps row by row, one block each.
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

/// The same convolution of tensors in half precision, whose weights are, too. It sums in half precision.
typedef lk_f32_dwconv lk_f16_dwconv;

/// Pooling over windows; padding counts neither as a value nor toward the mean. A unit is a row of a
/// block.
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
    /// Whether to take the mean of the window instead of its maximum.
    bool average;
    lk_epilogue epilogue;
} lk_f32_pool;
typedef lk_f32_pool lk_f16_pool;

/// The inputs of an output row or column of a resize: two indices and the weight of the second.
typedef struct {
    int32_t first;
    int32_t second;
    float weight;
} lk_sample;

/// A bilinear resize. A unit is a row of a block.
typedef struct {
    const float *input;
    float *output;
    /// One per output row, and one per output column.
    const lk_sample *rows;
    const lk_sample *columns;
    int64_t input_plane;
    int64_t output_plane;
    int32_t input_width;
    int32_t height;
    int32_t width;
    lk_epilogue epilogue;
} lk_f32_resize;

/// A copy of a blocked tensor, with at most as many blocks as the output, followed by an epilogue:
/// standalone additions and activations. A unit is a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    /// Blocks of the input; later blocks of the output start from zero.
    int32_t input_blocks;
    int32_t pixels;
    lk_epilogue epilogue;
} lk_f32_add;
typedef lk_f32_add lk_f16_add;

/// The mean over the pixels of a plane. A unit is a block.
typedef struct {
    const float *input;
    float *output;
    int64_t input_plane;
    int64_t output_plane;
    int32_t pixels;
} lk_f32_mean;

/// Limits of `lk_f32_layer_norm`: the number of channels is a multiple of the first and at most the
/// second.
enum { LK_LAYER_NORM_STEP = 16, LK_LAYER_NORM_CHANNELS = 256 };

/// Layer normalization of the rows of a row-major tensor, with a factor per channel:
/// x·f + (−mean)·f with f = factor/√(variance + epsilon), rounded after every operation. The output
/// is blocked: a row becomes a pixel or, when transposed, a channel. A unit is eight rows, including
/// those that pad the last block.
typedef struct {
    const float *input;
    const float *factors;
    float *output;
    int64_t output_plane;
    int32_t rows;
    int32_t channels;
    float epsilon;
    bool transposed;
} lk_f32_layer_norm;

/// A copy between row-major pixels of `channels` floats and blocked planes. A unit is an image row.
typedef struct {
    const float *input;
    float *output;
    int64_t plane;
    int32_t width;
    int32_t channels;
    /// Floats between rows on the row-major side.
    int64_t row_step;
} lk_f32_layout;

/// From row-major to blocked, and back.
typedef lk_f32_layout lk_f32_pack;
typedef lk_f32_layout lk_f32_unpack;

/// A blocked tensor copied into a larger one whose border has been zeroed. A unit is a block.
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
typedef lk_f32_pad lk_f16_pad;

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

/// The work of a unit of `lk_f32_peak`: rounds of one multiply-add in each of several independent
/// blocks of sums.
enum { LK_PEAK_ROUNDS = 4096, LK_PEAK_SUMS = 12 };

/// Multiply-adds in registers only, as fast as the processor can perform them: the reference for
/// kernels.
typedef struct {
    /// Small enough for sums to stay finite.
    float factor;
    /// One block per unit. A call writes the block of its first unit, so that nothing is optimized
    /// away and threads write to different addresses.
    float *output;
} lk_f32_peak;

#endif
