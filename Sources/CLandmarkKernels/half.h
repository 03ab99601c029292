// Numbers of blocked tensors in half precision, for vector.h.

#if defined(LK_SOFT_HALF)
// Without arithmetic, for kernels that only move numbers.
typedef uint16_t lk_real;
#else
typedef _Float16 lk_real;
#endif
typedef lk_real lk_reals __attribute__((vector_size(LK_BLOCK * 2), aligned(2)));

#define LK_WIDEN(v) __builtin_convertvector(v, lk_vec)
#define LK_NARROW(v) __builtin_convertvector(v, lk_reals)
