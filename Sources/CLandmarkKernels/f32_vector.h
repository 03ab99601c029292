// The small vector vocabulary that the float kernels of every instruction set are written in.
// The including file has defined LK_BLOCK (floats in a block) and stands inside a target attribute;
// without one the compiler lowers each operation to what every processor has.

#include <stdint.h>

// Vectors are handed only to functions that are always inlined: no calling convention is at stake.
#pragma clang diagnostic ignored "-Wpsabi"

#define LK_INLINE static inline __attribute__((always_inline))
#define LK_UNROLL _Pragma("clang loop unroll(full)")

typedef float lk_vec __attribute__((vector_size(LK_BLOCK * 4), aligned(4)));

#define LK_LOAD(p) (*(const lk_vec *)(p))
#define LK_STORE(p, v) (*(lk_vec *)(p) = (v))

// Written out: zero plus x would keep an addition, since it turns -0 into 0.
#if LK_BLOCK == 16
LK_INLINE lk_vec lk_splat(float x) {
    return (lk_vec){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}
#else
LK_INLINE lk_vec lk_splat(float x) { return (lk_vec){x, x, x, x, x, x, x, x}; }
#endif

// Adds a product to a sum. Where LK_FEW_REGISTERS is defined the form is given: the
// compiler's choice of the forms that overwrite a factor makes it move and spill sums.
#if defined(LK_FEW_REGISTERS)
#define LK_ADD_PRODUCT(sum, x, y) \
    __asm__("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(x), "x"(y))
#define LK_ADD_PRODUCT_AT(sum, x, p) \
    __asm__("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(x), "m"(*(const lk_vec *)(p)))
#else
#define LK_ADD_PRODUCT(sum, x, y) ((sum) += (x) * (y))
#define LK_ADD_PRODUCT_AT(sum, x, p) ((sum) += (x) * LK_LOAD(p))
#endif

// Four factors that are loaded at once, and one of them in all lanes. Where LK_FEW_REGISTERS is
// defined each is taken out of a register: the compiler's choice is a load for each.
#if defined(LK_FEW_REGISTERS)
typedef lk_vec lk_factors;
LK_INLINE lk_factors lk_load_factors(const float *four) {
    typedef float lk_half __attribute__((vector_size(16), aligned(4)));
    const lk_half half = *(const lk_half *)four;
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

LK_INLINE lk_vec lk_max(lk_vec a, lk_vec b) { return __builtin_elementwise_max(a, b); }
LK_INLINE lk_vec lk_min(lk_vec a, lk_vec b) { return __builtin_elementwise_min(a, b); }

LK_INLINE lk_vec lk_activate(lk_activation kind, lk_vec v, lk_vec slope) {
    const lk_vec zero = lk_splat(0);
    switch (kind) {
    case LK_RELU:
        return lk_max(v, zero);
    case LK_RELU6:
        return lk_min(lk_max(v, zero), lk_splat(6));
    case LK_PRELU:
        return lk_max(v, zero) + slope * lk_min(v, zero);
    case LK_HARD_SWISH:
        return v * lk_min(lk_max(v + 3, zero), lk_splat(6)) * (1.0f / 6);
    case LK_NONE:
        break;
    }
    return v;
}

/// Ends `count` adjacent pixels of one output block: adds the residual, activates, stores.
/// The choice is made once for all pixels, outside their unrolled loops.
LK_INLINE void lk_finish(const lk_epilogue *e, int32_t block, int64_t pixel, const int count,
                         lk_vec *sums, float *output) {
    const float *residual = e->residual && block < e->residual_blocks
                                ? e->residual + block * e->residual_plane + pixel * LK_BLOCK
                                : 0;
    if (residual && !e->residual_last) {
        LK_UNROLL for (int i = 0; i < count; i++) sums[i] += LK_LOAD(residual + i * LK_BLOCK);
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
        const lk_vec slope = LK_LOAD(e->slopes + block * LK_BLOCK);
        LK_FINISH(LK_PRELU, slope);
        break;
    }
    case LK_HARD_SWISH:
        LK_FINISH(LK_HARD_SWISH, sums[0]);
        break;
    }
#undef LK_FINISH
    if (residual && e->residual_last) {
        LK_UNROLL for (int i = 0; i < count; i++) sums[i] += LK_LOAD(residual + i * LK_BLOCK);
    }
    LK_UNROLL for (int i = 0; i < count; i++) LK_STORE(output + i * LK_BLOCK, sums[i]);
}

/// When a residual is added.
typedef enum {
    LK_ADDED_NOTHING,
    /// Before the activation.
    LK_ADDED_FIRST,
    /// After it.
    LK_ADDED_LAST,
    /// To some of the blocks.
    LK_ADDED_IN_PART,
} lk_addition;

/// How a residual is added to blocks `block..<block + count`; before the activation if there is
/// none.
LK_INLINE lk_addition lk_added(const lk_epilogue *e, int32_t block, int32_t count) {
    if (!e->residual || block >= e->residual_blocks) return LK_ADDED_NOTHING;
    if (block + count > e->residual_blocks) return LK_ADDED_IN_PART;
    return e->residual_last && e->activation != LK_NONE ? LK_ADDED_LAST : LK_ADDED_FIRST;
}

/// As `lk_finish`, where activation and addition are known when compiled.
LK_INLINE void lk_finish_as(const lk_epilogue *e, const lk_activation kind,
                            const lk_addition added, int32_t block, int64_t pixel,
                            const int count, lk_vec *sums, float *output) {
    const float *residual =
        added == LK_ADDED_NOTHING
            ? 0
            : e->residual + block * e->residual_plane + pixel * LK_BLOCK;
    const lk_vec slope = kind == LK_PRELU ? LK_LOAD(e->slopes + block * LK_BLOCK) : sums[0];
    LK_UNROLL for (int i = 0; i < count; i++) {
        if (added == LK_ADDED_FIRST) sums[i] += LK_LOAD(residual + i * LK_BLOCK);
        sums[i] = lk_activate(kind, sums[i], slope);
        if (added == LK_ADDED_LAST) sums[i] += LK_LOAD(residual + i * LK_BLOCK);
        LK_STORE(output + i * LK_BLOCK, sums[i]);
    }
}
