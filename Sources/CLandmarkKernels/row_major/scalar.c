// Row-major operations, in portable C for every instruction set.

#include "lk_row_major.h"

#include <math.h>
#include <string.h>

#include "../kernel.h"

#define LK_ISA scalar

/// Returns the offset of row `row`, counting through all dimensions but the last in order.
static inline int64_t row_offset(const int32_t *shape, const int64_t *steps, int64_t row) {
    int64_t offset = 0;
    // Stop dividing once the row number is used up: most tensors are two-dimensional.
    for (int d = LK_RANK - 2; d >= 0 && row > 0; d--) {
        if (shape[d] == 1) continue;
        offset += row % shape[d] * steps[d];
        row /= shape[d];
    }
    return offset;
}

// MARK: Elementwise

static inline float clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

static inline float unary_value(lk_unary operation, float parameter, float x) {
    switch (operation) {
    case LK_UNARY_COPY:
        return x;
    case LK_UNARY_NEG:
        return -x;
    case LK_UNARY_ABS:
        return fabsf(x);
    case LK_UNARY_SQRT:
        return sqrtf(x);
    case LK_UNARY_RSQRT:
        return 1 / sqrtf(x);
    case LK_UNARY_SQUARE:
        return x * x;
    case LK_UNARY_EXP:
        return expf(x);
    case LK_UNARY_LOGISTIC:
        return 1 / (1 + expf(-x));
    case LK_UNARY_TANH:
        return tanhf(x);
    case LK_UNARY_RELU:
        return x > 0 ? x : 0;
    case LK_UNARY_RELU6:
        return clamp(x, 0, 6);
    case LK_UNARY_RELU_N1_TO_1:
        return clamp(x, -1, 1);
    case LK_UNARY_HARD_SWISH:
        return x * clamp(x + 3, 0, 6) * (1.0f / 6);
    case LK_UNARY_LEAKY_RELU:
        return x > 0 ? x : parameter * x;
    }
    return x;
}

LK_KERNEL(row_major_unary) {
    const lk_row_major_unary *u = args;
    const int64_t first = (int64_t)begin * LK_UNARY_UNIT;
    const int64_t reach = (int64_t)end * LK_UNARY_UNIT;
    const int64_t last = reach < u->count ? reach : u->count;
    for (int64_t i = first; i < last; i++)
        u->output[i] = unary_value(u->operation, u->parameter, u->input[i]);
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

/// Computes one row. With steps known at compile time the compiler uses vectors.
static void binary_row(lk_binary operation, const float *a, int64_t a_step, const float *b,
                       int64_t b_step, float *output, int32_t length) {
    if (a_step == 1 && b_step == 1) combine(operation, a, 1, b, 1, output, length);
    else if (a_step == 1 && b_step == 0) combine(operation, a, 1, b, 0, output, length);
    else if (a_step == 0 && b_step == 1) combine(operation, a, 0, b, 1, output, length);
    else combine(operation, a, a_step, b, b_step, output, length);
}

LK_KERNEL(row_major_binary) {
    const lk_row_major_binary *p = args;
    const int32_t length = p->shape[LK_RANK - 1];
    for (int32_t row = begin; row < end; row++) {
        float *output = p->output + (int64_t)row * length;
        binary_row(p->operation, p->a + row_offset(p->shape, p->a_steps, row),
                   p->a_steps[LK_RANK - 1], p->b + row_offset(p->shape, p->b_steps, row),
                   p->b_steps[LK_RANK - 1], output, length);
        if (p->activation == LK_UNARY_COPY) continue;
        for (int32_t i = 0; i < length; i++) output[i] = unary_value(p->activation, 0, output[i]);
    }
}

// MARK: Moving values

LK_KERNEL(row_major_copy) {
    const lk_row_major_copy *c = args;
    const int32_t length = c->shape[LK_RANK - 1];
    const int64_t from_step = c->input_steps[LK_RANK - 1];
    const int64_t to_step = c->output_steps[LK_RANK - 1];
    for (int32_t row = begin; row < end; row++) {
        const float *from = c->input + row_offset(c->shape, c->input_steps, row);
        float *to = c->output + row_offset(c->shape, c->output_steps, row);
        if (from_step == 1 && to_step == 1) {
            memcpy(to, from, (size_t)length * sizeof(float));
            continue;
        }
        for (int32_t i = 0; i < length; i++) to[i * to_step] = from[i * from_step];
    }
}

LK_KERNEL(row_major_fill) {
    const lk_row_major_fill *f = args;
    const int64_t reach = (int64_t)end * LK_FILL_UNIT;
    const int64_t last = reach < f->count ? reach : f->count;
    for (int64_t i = (int64_t)begin * LK_FILL_UNIT; i < last; i++) f->output[i] = f->value;
}

// MARK: Reductions

static int64_t value_offset(const int32_t *shape, const int64_t *steps, int64_t index) {
    const int64_t last = index % shape[LK_RANK - 1];
    return last * steps[LK_RANK - 1] + row_offset(shape, steps, index / shape[LK_RANK - 1]);
}

enum { STRANDS = 4 };

/// Adds a row to each of four sums at once: a single sum would have to wait for each addition.
static void add_rows(const float *const rows[STRANDS], int64_t step, int32_t length,
                     float sums[STRANDS]) {
    for (int32_t i = 0; i < length; i++)
        for (int32_t k = 0; k < STRANDS; k++) sums[k] += rows[k][i * step];
}

LK_KERNEL(row_major_reduce) {
    const lk_row_major_reduce *r = args;
    int64_t rows = 1;
    for (int d = 0; d < LK_RANK - 1; d++) rows *= r->inner[d];
    for (int32_t unit = begin; unit < end; unit += STRANDS) {
        const int32_t count = end - unit < STRANDS ? end - unit : STRANDS;
        float sums[STRANDS] = {0};
        for (int64_t row = 0; row < rows; row++) {
            const int64_t at = row_offset(r->inner, r->inner_steps, row);
            const float *from[STRANDS];
            for (int32_t k = 0; k < STRANDS; k++) {
                // Strands without a unit repeat the first one; their sums are not stored.
                const int32_t own = k < count ? unit + k : unit;
                from[k] = r->input + value_offset(r->outer, r->outer_steps, own) + at;
            }
            add_rows(from, r->inner_steps[LK_RANK - 1], r->inner[LK_RANK - 1], sums);
        }
        for (int32_t k = 0; k < count; k++) r->output[unit + k] = sums[k] * r->scale;
    }
}

LK_KERNEL(row_major_softmax) {
    const lk_row_major_softmax *s = args;
    for (int32_t row = begin; row < end; row++) {
        const float *from = s->input + (int64_t)row * s->length;
        float *to = s->output + (int64_t)row * s->length;
        float largest = from[0], sum = 0;
        for (int32_t i = 1; i < s->length; i++) largest = from[i] > largest ? from[i] : largest;
        for (int32_t i = 0; i < s->length; i++) sum += to[i] = expf((from[i] - largest) * s->beta);
        for (int32_t i = 0; i < s->length; i++) to[i] /= sum;
    }
}
