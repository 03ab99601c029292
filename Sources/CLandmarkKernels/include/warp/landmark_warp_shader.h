#ifndef LANDMARK_WARP_SHADER_H
#define LANDMARK_WARP_SHADER_H

// Sampling regions of images on a graphics processor, with the same bytes as the kernel
// in `img_warp`.
//
// Metal lacks double precision, in which the kernels compute positions. The shader therefore computes them in
// 64-bit fixed point, with a bound on the difference. Where the bound does not determine the nearest 1/32
// pixel, it repeats the kernels' double-precision operations in integers, rounding by rounding. Interpolation
// already is integer arithmetic, and normalization uses a table of the 256 floats that a byte can become.
// Luma and chroma are converted in integers. No floating-point operation of the shader affects a result, so
// neither do the compiler's math options.
//
// The headers in `warp_shader/` are the shader. As arguments of LW_SHADER they are compiled (Metal, and C++
// in the tests) or turned into the text that an app passes to Metal, so they contain no preprocessor
// directives.

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LW_SHADER(...) __VA_ARGS__
#define uint uint32_t
#define ulong uint64_t
#include "lw_warp.h"
#undef ulong
#undef uint
#undef LW_SHADER

/// The maximum number of columns or rows of an output.
enum { LW_SIDE_LIMIT = 1024 };

/// The margin with which every position takes the exact path.
enum { LW_NO_MARGIN = 0x40000000 };

/// Prepares a run: everything but `stride`, `image_width`, `image_height`, `replicate` and `gray`,
/// which are used unchanged.
///
/// - Returns: Whether the shader can sample with this matrix. It cannot when the region is far from
///   the image or so distorted that rounding determines its pixels; the kernels then can.
bool lw_prepare(lw_warp *warp, const double matrix[9], int32_t width, int32_t height);

/// Computes the float for each byte: `byte * scale + offset`, each rounded, as the kernels do.
void lw_normalize(float scale, float offset, float values[256]);

/// The shader in Metal Shading Language. Its functions are `lw_sample` and `lw_sample_planes`; see
/// `warp_shader/sample.h`.
const char *lw_shader_text(void);

#ifdef __cplusplus
}
#endif

#endif
