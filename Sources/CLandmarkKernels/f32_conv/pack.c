#include <string.h>

#include "lk_f32.h"

/// One row of `lanes` outputs as floats, each `row_length` long.
static void read_rows(lk_level level, const lk_conv_layout *l, int32_t first, int32_t lanes,
                      int32_t row, float *scratch) {
    for (int32_t i = 0; i < lanes; i++, scratch += l->row_length) {
        const int64_t at = ((int64_t)(first + i) * l->rows + row) * l->row_length;
        const uint8_t *from = (const uint8_t *)l->weights + at * (l->half ? 2 : 4);
        if (l->half) lk_f16_to_f32(level, from, scratch, l->row_length);
        else memcpy(scratch, from, (size_t)l->row_length * 4);
    }
}

/// Writes `lanes` rows of `length` floats, which lie `from_step` apart, as columns of rows that lie
/// `to_step` apart.
static void transpose(const float *from, int64_t from_step, int32_t lanes, int32_t length,
                      float *to, int64_t to_step) {
    int32_t i = 0;
    // Squares of four, which compilers make of vectors.
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

void lk_conv_pack(lk_level level, const lk_conv_layout *layout, float *packed, float *scratch) {
    const lk_conv_layout l = *layout;
    const int32_t block = lk_kernels(level)->block;
    for (int32_t group = 0; group < lk_conv_groups(l.blocks); group++) {
        int32_t width;
        const int32_t first = lk_conv_group(l.blocks, group, &width) * block;
        const int32_t lanes = width * block;
        const int32_t real = l.outputs - first < lanes ? l.outputs - first : lanes;
        for (int32_t row = 0; row < l.rows; row++) {
            read_rows(level, &l, first, real, row, scratch);
            for (int32_t start = 0; start < l.row_length; start += l.segment_length) {
                const bool last = row == l.rows - 1 && start + l.segment_length >= l.row_length;
                const int32_t length = last ? l.last_length : l.segment_length;
                const int32_t there =
                    l.row_length - start < length ? l.row_length - start : length;
                if (real < lanes || there < length)
                    memset(packed, 0, sizeof(float) * (size_t)(lanes * length));
                transpose(scratch + start, l.row_length, real, there, packed, lanes);
                packed += lanes * length;
            }
        }
    }
}
