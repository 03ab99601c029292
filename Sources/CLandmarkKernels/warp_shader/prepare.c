#include "warp/landmark_warp_shader.h"

#include <math.h>
#include <string.h>

// A fused multiply-add would round once where the kernels round twice.
#pragma STDC FP_CONTRACT OFF

_Static_assert(sizeof(long) == 8, "the shader's `long` has 64 bits");
_Static_assert(sizeof(lw_warp) == 160, "the same layout in every language");
_Static_assert(sizeof(lw_conversion) == 24, "the same layout in every language");

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/// Returns whether `value` has a fixed-point representation, and its products and sums with columns
/// and rows do not become subnormal, which the shader's arithmetic does not support.
static bool is_moderate(double value) {
    return value == 0 || (fabs(value) > 0x1p-800 && fabs(value) < 0x1p24);
}

/// Converts pixels to 1/32 pixels in fixed point.
static long fixed(double pixels) { return lrint(pixels * 0x1p37); }

bool lw_prepare(lw_warp *warp, const double m[9], int32_t width, int32_t height) {
    if (width < 1 || height < 1 || width > LW_SIDE_LIMIT || height > LW_SIDE_LIMIT) return false;
    for (int i = 0; i < 9; i++)
        if (!is_moderate(m[i])) return false;
    const double right = width - 1, bottom = height - 1;
    // The largest position, in 1/32 pixels, and the largest deviation of `w` from 1.
    const double x = fabs(m[0]) * right + fabs(m[1]) * bottom + fabs(m[2]);
    const double y = fabs(m[3]) * right + fabs(m[4]) * bottom + fabs(m[5]);
    const double largest = 32 * (x > y ? x : y);
    const double perspective = fabs(m[6]) * right + fabs(m[7]) * bottom + fabs(m[8] - 1);
    if (!(largest < 0x1p29 && perspective < 0.5)) return false;
    // The bound adds up the effect of omitting the perspective, which is small because the
    // perspective is; the kernels' rounding, with 7 operations each for a coordinate and for `w`
    // and 2 to divide and multiply, doubled for second-order terms; and half a unit for each of the
    // fixed-point numbers.
    const double bound = largest * (1.01 * perspective + 32 * 0x1p-53)
                       + (1 + right + bottom) * 0x1p-33;
    const bool is_bounded = perspective < 0x1p-10 && bound < 0x1p-3;
    memcpy(warp->matrix, m, sizeof warp->matrix);
    warp->x = fixed(m[2]) + (1L << 31);
    warp->x_by_column = fixed(m[0]);
    warp->x_by_row = fixed(m[1]);
    warp->y = fixed(m[5]) + (1L << 31);
    warp->y_by_column = fixed(m[3]);
    warp->y_by_row = fixed(m[4]);
    warp->margin = is_bounded ? (uint32_t)ceil(bound * 0x1p32) + 1 : LW_NO_MARGIN;
    warp->block = smaller(1024 / smaller(16, height), width);
    warp->width = width;
    warp->height = height;
    warp->padding = 0;
    return true;
}

void lw_normalize(float scale, float offset, float values[256]) {
    for (int byte = 0; byte < 256; byte++) values[byte] = (float)byte * scale + offset;
}
