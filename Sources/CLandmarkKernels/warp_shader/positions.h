// Shader code: C++ and Metal compile this file. See landmark_warp_shader.h.

LW_SHADER(

/// A position in an image, in 1/32 pixels.
typedef struct lw_position {
    int x;
    int y;
} lw_position;

/// Returns one row of the map at the first column of a block, as the kernels do.
static inline lw_real lw_at_block(constant lw_warp &warp, int first, lw_real column, lw_real row) {
    lw_real sum = lw_sum(
        lw_product(lw_number(warp.matrix[first]), column),
        lw_product(lw_number(warp.matrix[first + 1]), row));
    return lw_sum(sum, lw_number(warp.matrix[first + 2]));
}

/// Returns the position that an output pixel reads, with the double-precision operations of the
/// kernels in their order.
static inline lw_position lw_exact_position(constant lw_warp &warp, int column, int row) {
    int begin = column / warp.block * warp.block;
    lw_real from = lw_count(begin);
    lw_real y = lw_count(row);
    lw_real distance = lw_count(column - begin);
    lw_real w = lw_sum(
        lw_at_block(warp, 6, from, y), lw_product(lw_number(warp.matrix[6]), distance));
    w = lw_32_over(w);
    lw_real across = lw_sum(
        lw_at_block(warp, 0, from, y), lw_product(lw_number(warp.matrix[0]), distance));
    lw_real down = lw_sum(
        lw_at_block(warp, 3, from, y), lw_product(lw_number(warp.matrix[3]), distance));
    lw_position position;
    position.x = lw_integer(lw_product(across, w));
    position.y = lw_integer(lw_product(down, w));
    return position;
}

/// Returns whether a position is far enough from the middle between two integers that its nearest
/// integer equals the kernels'. The middle has a fraction of zero, because a half is added. With
/// the largest margin (`LW_NO_MARGIN`), no position is certain.
static inline bool lw_is_certain(long position, uint margin) {
    return margin < 0x40000000u && (uint)position - margin <= 0u - 2u * margin;
}

/// Returns the position that an output pixel reads.
static inline lw_position lw_position_of(constant lw_warp &warp, int column, int row) {
    long x = warp.x + warp.x_by_column * column + warp.x_by_row * row;
    long y = warp.y + warp.y_by_column * column + warp.y_by_row * row;
    if (!lw_is_certain(x, warp.margin) || !lw_is_certain(y, warp.margin))
        return lw_exact_position(warp, column, row);
    lw_position position;
    position.x = (int)(x >> 32);
    position.y = (int)(y >> 32);
    return position;
}

/// Blends four neighboring bytes, `right` and `below` 1/32 pixels from the first, and rounds.
static inline uint lw_blend(uint a, uint b, uint c, uint d, uint right, uint below) {
    uint upper = a * (32 - right) + b * right;
    uint lower = c * (32 - right) + d * right;
    return (upper * (32 - below) + lower * below + 512) >> 10;
}

/// Returns the byte that a texture returns as a number from 0 to 1. The product is half a unit away
/// from rounding to another integer, so the precision of the multiplication does not matter.
static inline uint lw_byte(float value) { return (uint)(value * 255.0f + 0.5f); }

)
