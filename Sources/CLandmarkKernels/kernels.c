// The kernel tables, and the only place that selects among them.

#include "lk_kernels.h"

#include <stddef.h>
#include <string.h>
#if defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#define LK_DECLARE(name, isa) void lk_##name##__##isa(const void *, int32_t, int32_t);

#define LK_DECLARE_SCALAR(name, scalar, neon, avx2, avx512) LK_DECLARE(name, scalar)
#define LK_SCALAR_ENTRY(name, scalar, neon, avx2, avx512) .name = lk_##name##__##scalar,
LK_KERNELS(LK_DECLARE_SCALAR)
static const lk_kernel_table scalar_table = {"scalar", 8, LK_KERNELS(LK_SCALAR_ENTRY)};

#if defined(__aarch64__)
#define LK_DECLARE_NEON(name, scalar, neon, avx2, avx512) LK_DECLARE(name, neon)
#define LK_NEON_ENTRY(name, scalar, neon, avx2, avx512) .name = lk_##name##__##neon,
LK_KERNELS(LK_DECLARE_NEON)
static const lk_kernel_table neon_table = {"neon", 8, LK_KERNELS(LK_NEON_ENTRY)};
#endif

#if defined(__x86_64__)
#define LK_DECLARE_AVX2(name, scalar, neon, avx2, avx512) LK_DECLARE(name, avx2)
#define LK_AVX2_ENTRY(name, scalar, neon, avx2, avx512) .name = lk_##name##__##avx2,
LK_KERNELS(LK_DECLARE_AVX2)
static const lk_kernel_table avx2_table = {"avx2", 8, LK_KERNELS(LK_AVX2_ENTRY)};

#define LK_DECLARE_AVX512(name, scalar, neon, avx2, avx512) LK_DECLARE(name, avx512)
#define LK_AVX512_ENTRY(name, scalar, neon, avx2, avx512) .name = lk_##name##__##avx512,
LK_KERNELS(LK_DECLARE_AVX512)
static const lk_kernel_table avx512_table = {"avx512", 16, LK_KERNELS(LK_AVX512_ENTRY)};

// Checks the features named by the target attributes in kernel.h.

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("f16c");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

#if defined(__aarch64__)
#if defined(__APPLE__)
static bool has_fp16(void) {
    int32_t has = 0;
    size_t size = sizeof has;
    return sysctlbyname("hw.optional.arm.FEAT_FP16", &has, &size, NULL, 0) == 0 && has;
}
#else
static bool has_fp16(void) { return getauxval(AT_HWCAP) & HWCAP_ASIMDHP; }
#endif
#endif

static bool is_named(const lk_kernel_table *table, const char *instruction_set) {
    return strcmp(table->instruction_set, instruction_set) == 0;
}

const lk_kernel_table *lk_kernels(const char *instruction_set) {
    if (is_named(&scalar_table, instruction_set)) return &scalar_table;
#if defined(__aarch64__)
    if (is_named(&neon_table, instruction_set)) return &neon_table;
#endif
#if defined(__x86_64__)
    if (is_named(&avx2_table, instruction_set) && has_avx2()) return &avx2_table;
    if (is_named(&avx512_table, instruction_set) && has_avx512()) return &avx512_table;
#endif
    return NULL;
}

bool lk_has_f16(const lk_kernel_table *table) {
#if defined(__aarch64__)
    if (table == &neon_table) return has_fp16();
#endif
    return table == &scalar_table;
}

bool lk_has_integers(const lk_kernel_table *table) {
#if defined(__x86_64__)
    if (table == &avx2_table) return __builtin_cpu_supports("avxvnni");
    if (table == &avx512_table) return __builtin_cpu_supports("avx512vnni");
#endif
    return table == &scalar_table;
}
