#if defined(__aarch64__)

#include "lk_f16.h"

#include "../kernel.h"

#define LK_ISA neon

typedef float lk_floats __attribute__((vector_size(32), aligned(4)));
typedef _Float16 lk_halves __attribute__((vector_size(16), aligned(1)));

void lk_f16_to_f32__scalar(const void *args, int32_t begin, int32_t end);
void lk_f32_to_f16__scalar(const void *args, int32_t begin, int32_t end);

LK_KERNEL(f16_to_f32) {
    const lk_f16_to_f32 *c = args;
    const uint8_t *halves = c->halves;
    int32_t i = begin;
    for (; i + 8 <= end; i += 8)
        *(lk_floats *)(c->floats + i) =
            __builtin_convertvector(*(const lk_halves *)(halves + 2 * (int64_t)i), lk_floats);
    if (i < end) lk_f16_to_f32__scalar(args, i, end);
}

LK_KERNEL(f32_to_f16) {
    const lk_f32_to_f16 *c = args;
    uint8_t *halves = c->halves;
    int32_t i = begin;
    for (; i + 8 <= end; i += 8)
        *(lk_halves *)(halves + 2 * (int64_t)i) =
            __builtin_convertvector(*(const lk_floats *)(c->floats + i), lk_halves);
    if (i < end) lk_f32_to_f16__scalar(args, i, end);
}

#endif
