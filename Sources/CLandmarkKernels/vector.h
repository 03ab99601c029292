// The small vector vocabulary in which the float kernels of every instruction set are written.
//
// The including file defines LK_BLOCK, the number of floats in a block, and is compiled for the
// instruction set. Without a target attribute, the compiler lowers each operation to what every
// processor supports. With LK_HALF, blocked tensors hold numbers in half precision.

#ifndef LK_VECTOR_H
#define LK_VECTOR_H

#include "kernel.h"
#include "lk_f32.h"

// Vectors are passed only to functions that are always inlined, so no calling convention matters.
#pragma clang diagnostic ignored "-Wpsabi"

#define LK_INLINE static inline __attribute__((always_inline))
#define LK_UNROLL _Pragma("clang loop unroll(full)")

/// One block of floats.
typedef float lk_vec __attribute__((vector_size(LK_BLOCK * 4), aligned(4)));
/// Eight floats, regardless of the block size.
typedef float lk_eight __attribute__((vector_size(32), aligned(4)));
typedef float lk_four __attribute__((vector_size(16), aligned(4)));

/// A block of floats in memory, such as a bias.
#define LK_LOAD(p) (*(const lk_vec *)(p))
#define LK_STORE(p, v) (*(lk_vec *)(p) = (v))

// The numbers of blocked tensors, `lk_real`, and blocks of them, `lk_reals`. LK_REAL(p, i) is the
// address of number `i` of a tensor; LK_WIDEN and LK_NARROW convert from and to floats, and
// LK_REAL_KERNEL begins the kernel for these numbers.
#if defined(LK_HALF)
#include "half.h"
#define LK_REAL_KERNEL(operation) LK_KERNEL(f16_##operation)
#else
typedef float lk_real;
typedef lk_vec lk_reals;
#define LK_WIDEN(v) (v)
#define LK_NARROW(v) (v)
#define LK_REAL_KERNEL(operation) LK_KERNEL(f32_##operation)
#endif
#define LK_REAL(p, i) ((lk_real *)(p) + (i))
#define LK_LOAD_REALS(p) (*(const lk_reals *)(p))
#define LK_STORE_REALS(p, v) (*(lk_reals *)(p) = (v))

// Written out: zero plus x would keep an addition, because it turns -0 into 0.
LK_INLINE lk_eight lk_splat_eight(float x) { return (lk_eight){x, x, x, x, x, x, x, x}; }
#if LK_BLOCK == 16
LK_INLINE lk_vec lk_splat(float x) {
    return (lk_vec){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}
#else
LK_INLINE lk_vec lk_splat(float x) { return lk_splat_eight(x); }
#endif

// Adds a product to a sum. With LK_FEW_REGISTERS the instruction form is fixed: otherwise the
// compiler picks forms that overwrite a factor, and then moves and spills sums.
#if defined(LK_FEW_REGISTERS)
#define LK_ADD_PRODUCT(sum, x, y) \
    __asm__("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(x), "x"(y))
#define LK_ADD_PRODUCT_AT(sum, x, p) \
    __asm__("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(x), "m"(*(const lk_vec *)(p)))
#else
#define LK_ADD_PRODUCT(sum, x, y) ((sum) += (x) * (y))
#define LK_ADD_PRODUCT_AT(sum, x, p) ((sum) += (x) * LK_LOAD_REALS(p))
#endif

// Four factors loaded at once, and one of them broadcast to all lanes. With LK_FEW_REGISTERS each
// is taken from a register; otherwise the compiler would load each separately.
#if defined(LK_FEW_REGISTERS)
typedef lk_vec lk_factors;
LK_INLINE lk_factors lk_load_factors(const float *four) {
    const lk_four half = *(const lk_four *)four;
    lk_factors factors = __builtin_shufflevector(half, half, 0, 1, 2, 3, 0, 1, 2, 3);
    __asm__("" : "+x"(factors));
    return factors;
}
#define LK_FACTOR(x, factors, i) \
    __asm__("vpermilps %2, %1, %0" : "=x"(x) : "x"(factors), "i"((i) * 0x55))
#else
typedef const float *lk_factors;
LK_INLINE lk_factors lk_load_factors(const float *four) { return four; }
#define LK_FACTOR(x, factors, i) ((x) = lk_splat((factors)[i]))
#endif

LK_INLINE lk_reals lk_max(lk_reals a, lk_reals b) { return __builtin_elementwise_max(a, b); }

// One activation for each of the vector types, rounded after every operation.
#define LK_ACTIVATION(function, vector, number)                                             \
    LK_INLINE vector function(lk_activation kind, vector v, vector slope) {                 \
        const vector zero = {0}, six = zero + 6;                                            \
        switch (kind) {                                                                     \
        case LK_RELU:                                                                       \
            return __builtin_elementwise_max(v, zero);                                      \
        case LK_RELU6:                                                                      \
            return __builtin_elementwise_min(__builtin_elementwise_max(v, zero), six);      \
        case LK_PRELU:                                                                      \
            return __builtin_elementwise_max(v, zero) +                                     \
                   slope * __builtin_elementwise_min(v, zero);                              \
        case LK_HARD_SWISH:                                                                 \
            return v *                                                                      \
                   __builtin_elementwise_min(__builtin_elementwise_max(v + 3, zero), six) * \
                   (number)(1.0f / 6);                                                      \
        case LK_NONE:                                                                       \
            break;                                                                          \
        }                                                                                   \
        return v;                                                                           \
    }
LK_ACTIVATION(lk_activate, lk_reals, lk_real)
LK_ACTIVATION(lk_activate_eight, lk_eight, float)
#undef LK_ACTIVATION

/// Finishes `count` adjacent pixels of one output block: adds the residual, activates, stores. The
/// epilogue is examined once for all pixels, outside their unrolled loops.
LK_INLINE void lk_finish(const lk_epilogue *e, int32_t block, int64_t pixel, const int count,
                         lk_reals *sums, lk_real *output) {
    const lk_real *residual =
        e->residual && block < e->residual_blocks
            ? LK_REAL(e->residual, block * e->residual_plane + pixel * LK_BLOCK)
            : 0;
    if (residual && !e->residual_last) {
        LK_UNROLL for (int i = 0; i < count; i++) sums[i] += LK_LOAD_REALS(residual + i * LK_BLOCK);
    }
#define LK_FINISH(kind, slope) \
    LK_UNROLL for (int i = 0; i < count; i++) sums[i] = lk_activate(kind, sums[i], slope)
    switch (e->activation) {
    case LK_NONE:
        break;
    case LK_RELU:
        LK_FINISH(LK_RELU, sums[0]);
        break;
    case LK_RELU6:
        LK_FINISH(LK_RELU6, sums[0]);
        break;
    case LK_PRELU: {
        const lk_reals slope = LK_NARROW(LK_LOAD(e->slopes + block * LK_BLOCK));
        LK_FINISH(LK_PRELU, slope);
        break;
    }
    case LK_HARD_SWISH:
        LK_FINISH(LK_HARD_SWISH, sums[0]);
        break;
    }
#undef LK_FINISH
    if (residual && e->residual_last) {
        LK_UNROLL for (int i = 0; i < count; i++) sums[i] += LK_LOAD_REALS(residual + i * LK_BLOCK);
    }
    LK_UNROLL for (int i = 0; i < count; i++) LK_STORE_REALS(output + i * LK_BLOCK, sums[i]);
}

/// The point at which a residual is added.
typedef enum {
    LK_ADDED_NEVER,
    /// Before the activation.
    LK_ADDED_FIRST,
    /// After the activation.
    LK_ADDED_LAST,
    /// To some of the blocks only.
    LK_ADDED_IN_PART,
} lk_addition;

/// Returns the point at which the residual is added to the blocks `block..<block + count`;
/// `LK_ADDED_FIRST` if there is no activation.
LK_INLINE lk_addition lk_added(const lk_epilogue *e, int32_t block, int32_t count) {
    if (!e->residual || block >= e->residual_blocks) return LK_ADDED_NEVER;
    if (block + count > e->residual_blocks) return LK_ADDED_IN_PART;
    return e->residual_last && e->activation != LK_NONE ? LK_ADDED_LAST : LK_ADDED_FIRST;
}

/// Does the same as `lk_finish` for an activation and addition that are compile-time constants.
LK_INLINE void lk_finish_as(const lk_epilogue *e, const lk_activation kind,
                            const lk_addition added, int32_t block, int64_t pixel,
                            const int count, lk_reals *sums, lk_real *output) {
    const lk_real *residual =
        added == LK_ADDED_NEVER
            ? 0
            : LK_REAL(e->residual, block * e->residual_plane + pixel * LK_BLOCK);
    const lk_reals slope =
        kind == LK_PRELU ? LK_NARROW(LK_LOAD(e->slopes + block * LK_BLOCK)) : sums[0];
    LK_UNROLL for (int i = 0; i < count; i++) {
        if (added == LK_ADDED_FIRST) sums[i] += LK_LOAD_REALS(residual + i * LK_BLOCK);
        sums[i] = lk_activate(kind, sums[i], slope);
        if (added == LK_ADDED_LAST) sums[i] += LK_LOAD_REALS(residual + i * LK_BLOCK);
        LK_STORE_REALS(output + i * LK_BLOCK, sums[i]);
    }
}

/// Loads half a row and the same half of the row four further down: the first step of a transpose.
LK_INLINE lk_eight lk_load_halves(const float *low, const float *high) {
    return __builtin_shufflevector(*(const lk_four *)low, *(const lk_four *)high, 0, 1, 2, 3, 4, 5,
                                   6, 7);
}

/// Transposes an 8×8 square: columns[j][i] = rows[i][j], with `step` floats between rows.
LK_INLINE void lk_transpose(const float *rows, int64_t step, lk_eight columns[8]) {
    LK_UNROLL for (int half = 0; half < 2; half++) {
        lk_eight r[4], pairs[4];
        LK_UNROLL for (int i = 0; i < 4; i++)
            r[i] = lk_load_halves(rows + i * step + half * 4, rows + (i + 4) * step + half * 4);
        LK_UNROLL for (int i = 0; i < 2; i++) {
            pairs[i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
            pairs[i + 2] =
                __builtin_shufflevector(r[2 * i], r[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
        }
        LK_UNROLL for (int i = 0; i < 2; i++) {
            columns[half * 4 + 2 * i] = __builtin_shufflevector(
                pairs[2 * i], pairs[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13);
            columns[half * 4 + 2 * i + 1] = __builtin_shufflevector(
                pairs[2 * i], pairs[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
}

#endif
