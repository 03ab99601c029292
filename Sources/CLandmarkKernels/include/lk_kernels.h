#ifndef LK_KERNELS_H
#define LK_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

/// A kernel: computes the work units `begin..<end` of the operation that `args` describes. The type
/// of `args` has the kernel's name with the prefix `lk_`, and documents what a unit is. Any
/// division of the units among calls and threads produces the same bytes.
typedef void (*lk_kernel)(const void *_Nullable args, int32_t begin, int32_t end);

/// The single list of kernels, each with the implementation used by every instruction set.
///
/// `each(name, scalar, neon, avx2, avx512)` stands for `lk_<name>__<implementation>`. A cell that
/// names another instruction set falls back to it. The tables in `kernels.c` are generated from
/// this list, so a missing kernel causes a link error.
#define LK_KERNELS(each)                                                   \
    /* Convolutions and other operations on blocked tensors: lk_f32.h */   \
    each(f32_conv,             scalar, neon,   avx2,   avx512)             \
    each(f32_conv_f16_weights, scalar, neon,   avx2,   avx512)             \
    each(f32_conv_c1,          scalar, neon,   avx2,   avx512)             \
    each(f32_pointwise_window, scalar, neon,   avx2,   avx512)             \
    each(f32_sparse,           scalar, neon,   avx2,   avx512)             \
    each(f32_dwconv,           scalar, neon,   avx2,   avx512)             \
    each(f32_pool,             scalar, neon,   avx2,   avx512)             \
    each(f32_resize,           scalar, neon,   avx2,   avx512)             \
    each(f32_add,              scalar, neon,   avx2,   avx512)             \
    each(f32_mean,             scalar, neon,   avx2,   avx512)             \
    each(f32_layer_norm,       scalar, neon,   avx2,   avx512)             \
    each(f32_pack,             scalar, neon,   avx2,   avx512)             \
    each(f32_unpack,           scalar, neon,   avx2,   avx512)             \
    each(f32_pad,              scalar, neon,   avx2,   avx512)             \
    each(f32_depth_to_space,   scalar, neon,   avx2,   avx512)             \
    each(f32_peak,             scalar, neon,   avx2,   avx512)             \
    /* Operations on row-major tensors: lk_row_major.h */                  \
    each(row_major_binary,     scalar, scalar, scalar, scalar)             \
    each(row_major_unary,      scalar, scalar, scalar, scalar)             \
    each(row_major_copy,       scalar, scalar, scalar, scalar)             \
    each(row_major_fill,       scalar, scalar, scalar, scalar)             \
    each(row_major_reduce,     scalar, scalar, scalar, scalar)             \
    each(row_major_softmax,    scalar, scalar, scalar, scalar)             \
    each(landmark_transform,   scalar, scalar, scalar, scalar)             \
    each(row_major_warp,       scalar, scalar, scalar, scalar)             \
    each(transform_points,     scalar, scalar, scalar, scalar)             \
    /* Conversions between number formats: lk_f16.h */                     \
    each(f16_to_f32,           scalar, neon,   avx2,   avx2)               \
    each(f32_to_f16,           scalar, neon,   avx2,   avx2)               \
    /* Those on blocked tensors in half precision: see lk_has_f16 */       \
    each(f16_conv,             scalar, neon,   scalar, scalar)             \
    each(f16_dwconv,           scalar, neon,   scalar, scalar)             \
    each(f16_add,              scalar, neon,   scalar, scalar)             \
    each(f16_pad,              scalar, neon,   scalar, scalar)             \
    each(f16_pool,             scalar, neon,   scalar, scalar)             \
    /* Quantized tensors: lk_integer.h; see lk_has_integers */             \
    each(f32_to_s16,           scalar, scalar, avx2,   avx512)             \
    each(f32_to_u8,            scalar, scalar, avx2,   avx512)             \
    each(s16_pointwise,        scalar, scalar, avx2,   avx512)             \
    each(u8_pointwise,         scalar, scalar, avx2,   avx512)             \
    /* Images: lk_warp.h, lk_yuv.h and lk_mask.h */                        \
    each(u8_warp,              scalar, neon,   avx2,   avx2)               \
    each(f32_warp,             scalar, neon,   avx2,   avx2)               \
    each(u8_yuv_to_rgb,        scalar, neon,   avx2,   avx2)               \
    each(f32_mask,             scalar, scalar, avx2,   avx2)               \
    each(f32_likelihood,       scalar, scalar, scalar, scalar)             \
    /* Drawing: lk_draw.h */                                               \
    each(u8_cover,             scalar, neon,   avx2,   avx512)             \
    each(u8_blend_rgb,         scalar, neon,   avx2,   avx512)             \
    each(u8_blend_yuv,         scalar, neon,   avx2,   avx512)

/// The kernels of one instruction set.
typedef struct {
    /// `scalar`, `neon`, `avx2` or `avx512`.
    const char *_Nonnull instruction_set;
    /// Channels in a block of a blocked tensor.
    int32_t block;
#define LK_FIELD(name, scalar, neon, avx2, avx512) lk_kernel _Nonnull name;
    LK_KERNELS(LK_FIELD)
#undef LK_FIELD
} lk_kernel_table;

/// Returns the kernels of the instruction set called `instruction_set`, or null if this build or
/// processor cannot run them. The table lives as long as the process.
const lk_kernel_table *_Nullable lk_kernels(const char *_Nonnull instruction_set);

/// Returns whether the kernels on tensors in half precision can be used with the others of the table:
/// the scalar ones on every processor, those for NEON on processors with FEAT_FP16. x86-64 would only
/// convert, which takes longer than it saves.
bool lk_has_f16(const lk_kernel_table *_Nonnull table);

/// Returns whether the kernels on quantized tensors can be used with the others of the table: the scalar
/// ones on every processor, those for AVX2 and AVX-512 on processors with the VNNI that belongs to them.
bool lk_has_integers(const lk_kernel_table *_Nonnull table);

#endif
