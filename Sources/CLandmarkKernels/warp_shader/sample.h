// Shader code: C++ and Metal compile this file. See landmark_warp_shader.h.

LW_SHADER(

/// A pixel's channels as bytes.
typedef struct lw_color {
    uint red;
    uint green;
    uint blue;
} lw_color;

/// Returns the pixel of the image at a column and row, which may lie outside.
static inline lw_color lw_pixel(
    texture2d<float, access::read> image, constant lw_warp &warp, int x, int y) {
    lw_color color;
    color.red = 0;
    color.green = 0;
    color.blue = 0;
    bool outside = x < 0 || y < 0 || x >= warp.image_width || y >= warp.image_height;
    if (outside && warp.replicate == 0) return color;
    x = x < 0 ? 0 : x >= warp.image_width ? warp.image_width - 1 : x;
    y = y < 0 ? 0 : y >= warp.image_height ? warp.image_height - 1 : y;
    float4 texel = image.read(uint2((uint)x, (uint)y));
    color.red = lw_byte(texel.r);
    color.green = warp.gray != 0 ? color.red : lw_byte(texel.g);
    color.blue = warp.gray != 0 ? color.red : lw_byte(texel.b);
    return color;
}

/// Computes an output pixel: `output` receives for each channel the bits of the float in `values`
/// at the interpolated byte. Each pixel has one thread; the grid may be larger than the output.
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
    uint right = (uint)(position.x & 31);
    uint below = (uint)(position.y & 31);
    device uint *pixel = output + (row * warp.stride + column * 3);
    pixel[0] = values[lw_blend(a.red, b.red, c.red, d.red, right, below)];
    pixel[1] = values[lw_blend(a.green, b.green, c.green, d.green, right, below)];
    pixel[2] = values[lw_blend(a.blue, b.blue, c.blue, d.blue, right, below)];
}

)
