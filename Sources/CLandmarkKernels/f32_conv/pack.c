// The order of a convolution's weights.

#include <string.h>

#include "lk_f16.h"
#include "lk_f32.h"

// Groups of three keep the most sums in registers per float loaded. A single block has the worst
// ratio, so it forms a group only if there is no other.
int32_t lk_conv_groups(int32_t blocks) { return blocks == 1 ? 1 : (blocks + 2) / 3; }

int32_t lk_conv_group(int32_t blocks, int32_t group, int32_t *width) {
    const int32_t groups = lk_conv_groups(blocks);
    if (blocks == 1) {
        *width = 1;
        return 0;
    }
    // 3a + 2b, with b = 0, 1 or 2 groups of two at the end.
    const int32_t twos = groups * 3 - blocks;
    const int32_t threes = groups - twos;
    *width = group < threes ? 3 : 2;
    return group < threes ? group * 3 : threes * 3 + (group - threes) * 2;
}

/// Reads row `row` of `lanes` outputs as floats, each `row_length` long.
static void read_rows(const lk_kernel_table *kernels, const lk_conv_layout *l, int32_t first,
                      int32_t lanes, int32_t row, float *scratch) {
    for (int32_t i = 0; i < lanes; i++, scratch += l->row_length) {
        const int64_t at = ((int64_t)(first + i) * l->rows + row) * l->row_length;
        const uint8_t *from = (const uint8_t *)l->weights + at * (l->is_f16 ? 2 : 4);
        const lk_f16_to_f32 widening = {from, scratch};
        if (l->is_f16) kernels->f16_to_f32(&widening, 0, l->row_length);
        else memcpy(scratch, from, (size_t)l->row_length * 4);
    }
}

/// Transposes `lanes` rows of `length` floats, `from_step` apart, into rows that are `to_step` apart.
static void transpose(const float *from, int64_t from_step, int32_t lanes, int32_t length,
                      float *to, int64_t to_step) {
    int32_t i = 0;
    // In squares of four, which compilers vectorize.
    for (; i + 4 <= lanes; i += 4, from += 4 * from_step, to += 4) {
        const float *a = from, *b = a + from_step, *c = b + from_step, *d = c + from_step;
        int32_t k = 0;
        for (; k + 4 <= length; k += 4) {
            float square[4][4];
            for (int32_t n = 0; n < 4; n++) {
                square[n][0] = a[k + n];
                square[n][1] = b[k + n];
                square[n][2] = c[k + n];
                square[n][3] = d[k + n];
            }
            for (int32_t n = 0; n < 4; n++) memcpy(to + (k + n) * to_step, square[n], 16);
        }
        for (; k < length; k++) {
            float *column = to + k * to_step;
            column[0] = a[k];
            column[1] = b[k];
            column[2] = c[k];
            column[3] = d[k];
        }
    }
    for (; i < lanes; i++, from += from_step, to++)
        for (int32_t k = 0; k < length; k++) to[k * to_step] = from[k];
}

void lk_conv_pack(const lk_kernel_table *kernels, const lk_conv_layout *layout, float *packed,
                  float *scratch) {
    const lk_conv_layout l = *layout;
    const int32_t block = kernels->block;
    for (int32_t group = 0; group < lk_conv_groups(l.blocks); group++) {
        int32_t width;
        const int32_t first = lk_conv_group(l.blocks, group, &width) * block;
        const int32_t lanes = width * block;
        const int32_t real = l.outputs - first < lanes ? l.outputs - first : lanes;
        for (int32_t row = 0; row < l.rows; row++) {
            read_rows(kernels, &l, first, real, row, scratch);
            for (int32_t start = 0; start < l.row_length; start += l.segment_length) {
                const bool last = row == l.rows - 1 && start + l.segment_length >= l.row_length;
                const int32_t length = last ? l.last_length : l.segment_length;
                const int32_t available =
                    l.row_length - start < length ? l.row_length - start : length;
                if (real < lanes || available < length)
                    memset(packed, 0, sizeof(float) * (size_t)(lanes * length));
                transpose(scratch + start, l.row_length, real, available, packed, lanes);
                packed += lanes * length;
            }
        }
    }
}
