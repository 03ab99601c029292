// Shader code: C++ and Metal compile this file. See landmark_warp_shader.h.

LW_SHADER(

/// A pixel's channels as bytes.
typedef struct lw_color {
    uint red;
    uint green;
    uint blue;
} lw_color;

/// Returns black.
static inline lw_color lw_black() {
    lw_color color;
    color.red = 0;
    color.green = 0;
    color.blue = 0;
    return color;
}

/// Returns whether a pixel that may lie outside the image is black.
static inline bool lw_is_black(constant lw_warp &warp, int x, int y) {
    bool outside = x < 0 || y < 0 || x >= warp.image_width || y >= warp.image_height;
    return outside && warp.replicate == 0;
}

/// Returns the nearest column or row of an image that has `count` of them.
static inline uint lw_nearest(int position, int count) {
    return position < 0 ? 0 : position >= count ? (uint)(count - 1) : (uint)position;
}

/// Returns the pixel of the image at a column and row, which may lie outside.
static inline lw_color lw_pixel(
    texture2d<float, access::read> image, constant lw_warp &warp, int x, int y) {
    if (lw_is_black(warp, x, y)) return lw_black();
    float4 texel = image.read(
        uint2(lw_nearest(x, warp.image_width), lw_nearest(y, warp.image_height)));
    lw_color color;
    color.red = lw_byte(texel.r);
    color.green = warp.gray != 0 ? color.red : lw_byte(texel.g);
    color.blue = warp.gray != 0 ? color.red : lw_byte(texel.b);
    return color;
}

/// Returns the integer part of a number in units of 2⁻¹⁶, clamped to 0…255.
static inline uint lw_whole(int value) {
    int whole = value >> 16;
    return whole < 0 ? 0 : whole > 255 ? 255 : (uint)whole;
}

/// Returns the pixel of the image with planes at a column and row, which may lie outside. Each chroma
/// sample, U and V as red and green, is used for 2×2 pixels.
static inline lw_color lw_planar_pixel(
    texture2d<float, access::read> luma, texture2d<float, access::read> chroma,
    constant lw_conversion &conversion, constant lw_warp &warp, int x, int y) {
    if (lw_is_black(warp, x, y)) return lw_black();
    uint column = lw_nearest(x, warp.image_width);
    uint row = lw_nearest(y, warp.image_height);
    float4 difference = chroma.read(uint2(column / 2, row / 2));
    int u = (int)lw_byte(difference.r) - 128;
    int v = (int)lw_byte(difference.g) - 128;
    int light = ((int)lw_byte(luma.read(uint2(column, row)).r) - conversion.black)
              * conversion.luma + 32768;
    lw_color color;
    color.red = lw_whole(light + conversion.red_from_v * v);
    color.green = lw_whole(light + conversion.green_from_u * u + conversion.green_from_v * v);
    color.blue = lw_whole(light + conversion.blue_from_u * u);
    return color;
}

/// Writes an output pixel, between the four pixels `a` to `d` of the image: `output` receives for each
/// channel the bits of the float in `values` at the interpolated byte.
static inline void lw_write(
    constant lw_warp &warp, constant uint *values, device uint *output, int column, int row,
    lw_position position, lw_color a, lw_color b, lw_color c, lw_color d) {
    uint right = (uint)(position.x & 31);
    uint below = (uint)(position.y & 31);
    device uint *pixel = output + (row * warp.stride + column * 3);
    pixel[0] = values[lw_blend(a.red, b.red, c.red, d.red, right, below)];
    pixel[1] = values[lw_blend(a.green, b.green, c.green, d.green, right, below)];
    pixel[2] = values[lw_blend(a.blue, b.blue, c.blue, d.blue, right, below)];
}

/// Computes an output pixel from an image of whole pixels. Each pixel has one thread; the grid may be larger
/// than the output.
kernel void lw_sample(
    texture2d<float, access::read> image [[texture(0)]],
    constant lw_warp &warp [[buffer(0)]],
    constant uint *values [[buffer(1)]],
    device uint *output [[buffer(2)]],
    uint2 at [[thread_position_in_grid]]) {
    int column = (int)at.x;
    int row = (int)at.y;
    if (column >= warp.width || row >= warp.height) return;
    lw_position position = lw_position_of(warp, column, row);
    int x = position.x >> 5;
    int y = position.y >> 5;
    lw_color a = lw_pixel(image, warp, x, y);
    lw_color b = lw_pixel(image, warp, x + 1, y);
    lw_color c = lw_pixel(image, warp, x, y + 1);
    lw_color d = lw_pixel(image, warp, x + 1, y + 1);
    lw_write(warp, values, output, column, row, position, a, b, c, d);
}

/// Computes an output pixel from an image with a plane of luma and one of chroma, as `lw_sample` does.
kernel void lw_sample_planes(
    texture2d<float, access::read> luma [[texture(0)]],
    texture2d<float, access::read> chroma [[texture(1)]],
    constant lw_warp &warp [[buffer(0)]],
    constant uint *values [[buffer(1)]],
    device uint *output [[buffer(2)]],
    constant lw_conversion &conversion [[buffer(3)]],
    uint2 at [[thread_position_in_grid]]) {
    int column = (int)at.x;
    int row = (int)at.y;
    if (column >= warp.width || row >= warp.height) return;
    lw_position position = lw_position_of(warp, column, row);
    int x = position.x >> 5;
    int y = position.y >> 5;
    lw_color a = lw_planar_pixel(luma, chroma, conversion, warp, x, y);
    lw_color b = lw_planar_pixel(luma, chroma, conversion, warp, x + 1, y);
    lw_color c = lw_planar_pixel(luma, chroma, conversion, warp, x, y + 1);
    lw_color d = lw_planar_pixel(luma, chroma, conversion, warp, x + 1, y + 1);
    lw_write(warp, values, output, column, row, position, a, b, c, d);
}

)
