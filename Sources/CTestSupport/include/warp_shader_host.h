#ifndef WARP_SHADER_HOST_H
#define WARP_SHADER_HOST_H

// The shader, compiled as C++ for the CPU, for tests.

#include "../../CLandmarkKernels/include/warp/landmark_warp_shader.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The bytes of an image that takes the place of a texture.
typedef struct {
    const uint8_t *pixels;
    /// Bytes between rows.
    intptr_t stride;
    /// Bytes between pixels.
    int32_t step;
    /// The offsets of red, green and blue in a pixel; negative for a missing channel.
    int32_t channels[3];
} lw_host_image;

/// Runs the shader's function on a grid of threads, which must cover the output. Values and output
/// are the bits of floats.
void lw_host_sample(
    const lw_host_image *image, const lw_warp *warp, const uint32_t values[256],
    uint32_t *output, int32_t columns, int32_t rows);

/// Runs the function for planes of luma and chroma; the channels of chroma are U and V.
void lw_host_sample_planes(
    const lw_host_image *luma, const lw_host_image *chroma, const lw_conversion *conversion,
    const lw_warp *warp, const uint32_t values[256], uint32_t *output, int32_t columns, int32_t rows);

/// The number of output pixels that take the exact path.
int64_t lw_host_exact_count(const lw_warp *warp);

/// The position that an output pixel reads, in 1/32 pixels; always on the exact path if `exact`.
void lw_host_position(
    const lw_warp *warp, int32_t column, int32_t row, bool exact, int32_t position[2]);

/// The bits of a sum, product, or 32 divided by the first operand, in the shader's arithmetic.
double lw_host_sum(double a, double b);
double lw_host_product(double a, double b);
double lw_host_32_over(double a);

/// The byte for a value returned by a texture.
uint32_t lw_host_byte(float value);

#ifdef __cplusplus
}
#endif

#endif
