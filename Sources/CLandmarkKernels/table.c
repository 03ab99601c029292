#include <stddef.h>

#include "lk_f32.h"

#define LK_KERNEL(name)                                        \
    void lk_f32_##name##__scalar(const void *, int32_t, int32_t); \
    void lk_f32_##name##__neon(const void *, int32_t, int32_t);   \
    void lk_f32_##name##__avx2(const void *, int32_t, int32_t);   \
    void lk_f32_##name##__avx512(const void *, int32_t, int32_t);
#include "lk_kernels.def"
#undef LK_KERNEL

const lk_kernel_table *lk_kernels(lk_level level) {
    if (!lk_level_available(level)) return NULL;
    switch (level) {
    case LK_SCALAR: {
#define LK_KERNEL(name) .name = lk_f32_##name##__scalar,
        static const lk_kernel_table table = {.level = LK_SCALAR, .block = 8,
#include "lk_kernels.def"
        };
#undef LK_KERNEL
        return &table;
    }
    case LK_NEON: {
#if defined(__aarch64__)
#define LK_KERNEL(name) .name = lk_f32_##name##__neon,
        static const lk_kernel_table table = {.level = LK_NEON, .block = 8,
#include "lk_kernels.def"
        };
#undef LK_KERNEL
        return &table;
#else
        return NULL;
#endif
    }
    case LK_AVX2: {
#if defined(__x86_64__)
#define LK_KERNEL(name) .name = lk_f32_##name##__avx2,
        static const lk_kernel_table table = {.level = LK_AVX2, .block = 8,
#include "lk_kernels.def"
        };
#undef LK_KERNEL
        return &table;
#else
        return NULL;
#endif
    }
    case LK_AVX512: {
#if defined(__x86_64__)
#define LK_KERNEL(name) .name = lk_f32_##name##__avx512,
        static const lk_kernel_table table = {.level = LK_AVX512, .block = 16,
#include "lk_kernels.def"
        };
#undef LK_KERNEL
        return &table;
#else
        return NULL;
#endif
    }
    }
    return NULL;
}

int32_t lk_block(lk_level level) { return level == LK_AVX512 ? 16 : 8; }
