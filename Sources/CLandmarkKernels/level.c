#include "lk_level.h"

bool lk_level_available(lk_level level) {
    switch (level) {
    case LK_SCALAR:
        return true;
    case LK_NEON:
#if defined(__aarch64__)
        return true;
#else
        return false;
#endif
    case LK_AVX2:
#if defined(__x86_64__)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("f16c");
#else
        return false;
#endif
    case LK_AVX512:
#if defined(__x86_64__)
        return lk_level_available(LK_AVX2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#else
        return false;
#endif
    }
    return false;
}

lk_level lk_level_best(void) {
    static const lk_level order[] = {LK_AVX512, LK_AVX2, LK_NEON};
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        if (lk_level_available(order[i])) return order[i];
    return LK_SCALAR;
}
