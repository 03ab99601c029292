#include "rows.h"
#include "unary.h"

enum { UNARY_UNIT = 64, FILL_UNIT = 1024 };

void lk_plain_unary_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_unary *u = args;
    const int64_t first = (int64_t)begin * UNARY_UNIT;
    const int64_t reach = (int64_t)end * UNARY_UNIT;
    const int64_t last = reach < u->count ? reach : u->count;
    for (int64_t i = first; i < last; i++)
        u->output[i] = lk_unary_value(u->operation, u->parameter, u->input[i]);
}

#define EACH(expression)                                       \
    for (int32_t i = 0; i < length; i++) {                     \
        const float x = a[i * a_step], y = b[i * b_step];      \
        output[i] = (expression);                              \
    }                                                          \
    break

static inline __attribute__((always_inline)) void combine(lk_binary operation, const float *a,
                                                          const int64_t a_step, const float *b,
                                                          const int64_t b_step, float *output,
                                                          int32_t length) {
    switch (operation) {
    case LK_BINARY_ADD:
        EACH(x + y);
    case LK_BINARY_SUB:
        EACH(x - y);
    case LK_BINARY_MUL:
        EACH(x *y);
    case LK_BINARY_DIV:
        EACH(x / y);
    case LK_BINARY_MAX:
        EACH(x > y ? x : y);
    case LK_BINARY_MIN:
        EACH(x < y ? x : y);
    case LK_BINARY_SQUARED_DIFFERENCE:
        EACH((x - y) * (x - y));
    }
}

/// One row; steps that are known when compiling let the compiler use vectors.
static void binary_row(lk_binary operation, const float *a, int64_t a_step, const float *b,
                       int64_t b_step, float *output, int32_t length) {
    if (a_step == 1 && b_step == 1) combine(operation, a, 1, b, 1, output, length);
    else if (a_step == 1 && b_step == 0) combine(operation, a, 1, b, 0, output, length);
    else if (a_step == 0 && b_step == 1) combine(operation, a, 0, b, 1, output, length);
    else combine(operation, a, a_step, b, b_step, output, length);
}

void lk_plain_binary_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_binary *p = args;
    const int32_t length = p->shape[LK_RANK - 1];
    for (int32_t row = begin; row < end; row++) {
        float *output = p->output + (int64_t)row * length;
        binary_row(p->operation, p->a + lk_row_offset(p->shape, p->a_steps, row),
                   p->a_steps[LK_RANK - 1], p->b + lk_row_offset(p->shape, p->b_steps, row),
                   p->b_steps[LK_RANK - 1], output, length);
        if (p->activation == LK_UNARY_COPY) continue;
        for (int32_t i = 0; i < length; i++)
            output[i] = lk_unary_value(p->activation, 0, output[i]);
    }
}

void lk_plain_fill_run(const void *args, int32_t begin, int32_t end) {
    const lk_plain_fill *f = args;
    const int64_t last = (int64_t)end * FILL_UNIT < f->count ? (int64_t)end * FILL_UNIT : f->count;
    for (int64_t i = (int64_t)begin * FILL_UNIT; i < last; i++) f->output[i] = f->value;
}
