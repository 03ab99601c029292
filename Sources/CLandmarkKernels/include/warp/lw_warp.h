// Shader code: C, C++ and Metal compile this file. See landmark_warp_shader.h.

LW_SHADER(

/// The shader's description of a region: the parameters of one run, prepared by the CPU.
typedef struct lw_warp {
    /// Row-major 3×3 matrix from output columns and rows to image coordinates: the bits of doubles.
    ulong matrix[9];
    /// The same map without its perspective terms, which are rounding errors, in fixed point: the
    /// position of output pixel (0, 0) and its change from column to column and from row to row. In
    /// units of 2⁻³² of 1/32 pixel; half of 1/32 pixel is added.
    long x;
    long x_by_column;
    long x_by_row;
    long y;
    long y_by_column;
    long y_by_row;
    /// The maximum difference between the fixed-point positions and the kernels', in the same
    /// units.
    uint margin;
    /// The columns of an OpenCV block: positions are relative to the first of them.
    int block;
    /// The output's columns and rows.
    int width;
    int height;
    /// Floats from one output row to the next.
    int stride;
    /// The image's columns and rows.
    int image_width;
    int image_height;
    /// Outside the image: its edge pixels if 1, zero if 0.
    int replicate;
    /// Whether the image has one channel, which fills all three.
    int gray;
    /// Unused; makes the size a multiple of 8 in every language.
    int padding;
} lw_warp;

/// The conversion of luma and chroma to red, green and blue, in units of 2⁻¹⁶; chroma is relative to its
/// middle.
typedef struct lw_conversion {
    /// The luma of black, in whole units.
    int black;
    int luma;
    int red_from_v;
    int green_from_u;
    int green_from_v;
    int blue_from_u;
} lw_conversion;

)
