#include <stddef.h>

#include "lk_f32.h"

#define LK_DECLARE(name)                                          \
    void lk_f32_##name##__scalar(const void *, int32_t, int32_t); \
    void lk_f32_##name##__neon(const void *, int32_t, int32_t);   \
    void lk_f32_##name##__avx2(const void *, int32_t, int32_t);   \
    void lk_f32_##name##__avx512(const void *, int32_t, int32_t);
LK_KERNELS(LK_DECLARE)

#define LK_ENTRY_SCALAR(name) .name = lk_f32_##name##__scalar,
static const lk_kernel_table scalar = {
    .level = LK_SCALAR, .block = 8, LK_KERNELS(LK_ENTRY_SCALAR)};

#if defined(__aarch64__)
#define LK_ENTRY_NEON(name) .name = lk_f32_##name##__neon,
static const lk_kernel_table neon = {.level = LK_NEON, .block = 8, LK_KERNELS(LK_ENTRY_NEON)};
#endif

#if defined(__x86_64__)
#define LK_ENTRY_AVX2(name) .name = lk_f32_##name##__avx2,
static const lk_kernel_table avx2 = {.level = LK_AVX2, .block = 8, LK_KERNELS(LK_ENTRY_AVX2)};

#define LK_ENTRY_AVX512(name) .name = lk_f32_##name##__avx512,
static const lk_kernel_table avx512 = {
    .level = LK_AVX512, .block = 16, LK_KERNELS(LK_ENTRY_AVX512)};
#endif

const lk_kernel_table *lk_kernels(lk_level level) {
    if (!lk_level_available(level)) return NULL;
    switch (level) {
    case LK_SCALAR:
        return &scalar;
#if defined(__aarch64__)
    case LK_NEON:
        return &neon;
#endif
#if defined(__x86_64__)
    case LK_AVX2:
        return &avx2;
    case LK_AVX512:
        return &avx512;
#endif
    default:
        return NULL;
    }
}
