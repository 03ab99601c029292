// Macros for defining a kernel for an instruction set.

#ifndef LK_KERNEL_H
#define LK_KERNEL_H

#include <stdint.h>

/// Begins the definition of kernel `name` for the instruction set LK_ISA:
///
///     LK_KERNEL(f32_add) {
///         const lk_f32_add *a = args;
///         …
///     }
#define LK_KERNEL(name) LK_KERNEL_FOR(name, LK_ISA)
#define LK_KERNEL_FOR(name, isa) LK_KERNEL_NAMED(name, isa)
#define LK_KERNEL_NAMED(name, isa) \
    void lk_##name##__##isa(const void *args, int32_t begin, int32_t end)

// Functions between a BEGIN and LK_END are compiled for that instruction set; kernels.c checks that
// the processor has it. SwiftPM does not support compiler flags for single files.
#define LK_AVX2_BEGIN                                                               \
    _Pragma("clang attribute push(__attribute__((target(\"avx2,fma,f16c\"))), apply_to = function)")
#define LK_AVX512_BEGIN                                                             \
    _Pragma("clang attribute push(__attribute__((target(\"avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl\"))), apply_to = function)")
#define LK_AVX_VNNI_BEGIN                                                           \
    _Pragma("clang attribute push(__attribute__((target(\"avx2,fma,f16c,avxvnni\"))), apply_to = function)")
#define LK_VNNI_BEGIN                                                               \
    _Pragma("clang attribute push(__attribute__((target(\"avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni\"))), apply_to = function)")
#define LK_FP16_BEGIN                                                               \
    _Pragma("clang attribute push(__attribute__((target(\"fullfp16\"))), apply_to = function)")
#define LK_END _Pragma("clang attribute pop")

#endif
