#ifndef LK_INTEGER_H
#define LK_INTEGER_H

#include <stdint.h>

#include "lk_f32.h"
#include "lk_kernels.h"

// Arguments of the kernels on integers: pointwise convolutions of tensors that were quantized just
// before, each pixel by itself.
//
// A quantized tensor has the planes and blocks of a blocked tensor of floats, with an integer of 16 or 8
// bits for each float. Float x of a pixel is `scale`·q with q in ±LK_S16_LEVELS, or `low` + `scale`·q
// with q in 0...LK_U8_LEVELS, where `scale` and `low` come from the channels of this pixel. Nothing therefore
// needs to be known about a model in advance, nothing is clipped, and sums over the channels of a pixel are
// exact integers times one factor.

enum {
    /// The largest magnitude of a quantized float. Weights are scaled so that no sum of products
    /// exceeds 32 bits.
    LK_S16_LEVELS = 4095,
    /// The largest quantized float of a tensor of bytes.
    LK_U8_LEVELS = 255,
    /// Pixels in a unit of a quantization.
    LK_QUANTIZED_PIXELS = 16,
};

/// The quantization of a blocked tensor: `scale` is the range of a pixel's floats, divided by the number of
/// levels. A unit is `LK_QUANTIZED_PIXELS` pixels.
typedef struct {
    const float *input;
    void *output;
    /// One per pixel.
    float *scales;
    /// One per pixel; only for bytes.
    float *lows;
    /// Floats between planes of the input, which is the number of integers between those of the output.
    int64_t plane;
    int32_t blocks;
    int32_t pixels;
    /// The largest float, if all are known to be between zero and it; zero to take it from each pixel.
    float range;
} lk_quantize;
typedef lk_quantize lk_f32_to_s16;
typedef lk_quantize lk_f32_to_u8;

/// A pointwise convolution of a quantized tensor. Sums are converted to floats, and the bias and the
/// epilogue follow as in `f32_conv`:
///
///     output[o] = bias[o] + low·totals[o] + scale·factors[o]·Σ q[c]·w[o][c]
///
/// Units are (group of output blocks, chunk of pixels); see `lk_conv_group`.
typedef struct {
    const void *input;
    /// As packed by `lk_integer_pack`.
    const void *weights;
    /// One per output channel, in whole blocks, like `totals` and `bias`.
    const float *factors;
    /// The sum of the weights of an output channel; only for bytes.
    const float *totals;
    const float *bias;
    /// One per pixel.
    const float *scales;
    const float *lows;
    float *output;
    /// Integers between planes of the input.
    int64_t input_plane;
    int64_t output_plane;
    int32_t channels;
    int32_t pixels;
    int32_t blocks;
    /// Chunks into which the pixels are divided.
    int32_t chunks;
    /// Whether units run through all groups of a chunk before the next chunk.
    bool chunk_outer;
    lk_epilogue epilogue;
} lk_integer_pointwise;
/// With VNNI, 32 products of 16-bit integers per instruction.
typedef lk_integer_pointwise lk_s16_pointwise;
/// With VNNI, 64 products of bytes per instruction.
typedef lk_integer_pointwise lk_u8_pointwise;

/// The weights of a pointwise convolution, `[outputs][channels]`, to be quantized.
typedef struct {
    const float *weights;
    int32_t outputs;
    int32_t channels;
    int32_t blocks;
    /// Whether tensors and weights are bytes.
    bool bytes;
} lk_integer_layout;

/// Returns the number of bytes of packed weights.
int64_t lk_integer_packed_bytes(const lk_kernel_table *kernels, const lk_integer_layout *layout);

/// Quantizes weights, each output channel by itself, and packs them in the order in which the kernels
/// read them: two, or four bytes, of adjacent channels together. `packed`, `factors` and `totals` are
/// zero before; the latter have an entry for each channel of whole blocks.
void lk_integer_pack(const lk_kernel_table *kernels, const lk_integer_layout *layout, void *packed,
                     float *factors, float *totals);

#endif
