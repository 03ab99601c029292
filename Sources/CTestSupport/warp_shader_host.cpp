#include "warp_shader_host.h"

#include <cmath>
#include <cstring>

// The Metal definitions used by the shader.
namespace {

typedef unsigned int uint;
typedef unsigned long ulong;
static_assert(sizeof(uint) == 4 && sizeof(ulong) == 8 && sizeof(long) == 8, "as in Metal");

struct uint2 {
    uint x, y;
    uint2(uint x, uint y) : x(x), y(y) {}
};

struct float4 {
    float r, g, b, a;
};

enum class access { read };

template <typename T, access A> struct texture2d {
    const lw_host_image *image;

    /// A byte as a number from 0 to 1, as returned by a texture with the format `unorm8`.
    float4 read(uint2 at) const {
        const uint8_t *pixel = image->pixels + at.y * image->stride
                             + static_cast<intptr_t>(at.x) * image->step;
        float values[3];
        for (int i = 0; i < 3; i++)
            values[i] = image->channels[i] < 0 ? 0 : pixel[image->channels[i]] / 255.0f;
        return {values[0], values[1], values[2], 1};
    }
};

#pragma clang diagnostic ignored "-Wunknown-attributes"
#define LW_SHADER(...) __VA_ARGS__
#define constant const
#define device
#define kernel
#include "../CLandmarkKernels/warp_shader/reals.h"
#include "../CLandmarkKernels/warp_shader/positions.h"
#include "../CLandmarkKernels/warp_shader/sample.h"
#undef kernel
#undef device
#undef constant

double value_of(lw_real real) {
    double magnitude = std::ldexp(static_cast<double>(real.digits), real.power);
    return real.negative ? -magnitude : magnitude;
}

lw_real real_of(double value) {
    ulong bits;
    std::memcpy(&bits, &value, sizeof bits);
    return lw_number(bits);
}

}  // namespace

void lw_host_sample(
    const lw_host_image *image, const lw_warp *warp, const uint32_t values[256],
    uint32_t *output, int32_t columns, int32_t rows) {
    const texture2d<float, access::read> texture = {image};
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++)
            lw_sample(
                texture, *warp, values, output,
                uint2(static_cast<uint>(column), static_cast<uint>(row)));
}

void lw_host_sample_planes(
    const lw_host_image *luma, const lw_host_image *chroma, const lw_conversion *conversion,
    const lw_warp *warp, const uint32_t values[256], uint32_t *output, int32_t columns, int32_t rows) {
    const texture2d<float, access::read> textures[] = {{luma}, {chroma}};
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++)
            lw_sample_planes(
                textures[0], textures[1], *warp, values, output, *conversion,
                uint2(static_cast<uint>(column), static_cast<uint>(row)));
}

int64_t lw_host_exact_count(const lw_warp *warp) {
    int64_t count = 0;
    for (int row = 0; row < warp->height; row++) {
        for (int column = 0; column < warp->width; column++) {
            long x = warp->x + warp->x_by_column * column + warp->x_by_row * row;
            long y = warp->y + warp->y_by_column * column + warp->y_by_row * row;
            count += !lw_is_certain(x, warp->margin) || !lw_is_certain(y, warp->margin);
        }
    }
    return count;
}

void lw_host_position(
    const lw_warp *warp, int32_t column, int32_t row, bool exact, int32_t position[2]) {
    const lw_position at = exact ? lw_exact_position(*warp, column, row)
                                 : lw_position_of(*warp, column, row);
    position[0] = at.x;
    position[1] = at.y;
}

double lw_host_sum(double a, double b) { return value_of(lw_sum(real_of(a), real_of(b))); }

double lw_host_product(double a, double b) {
    return value_of(lw_product(real_of(a), real_of(b)));
}

double lw_host_32_over(double a) { return value_of(lw_32_over(real_of(a))); }

uint32_t lw_host_byte(float value) { return lw_byte(value); }
