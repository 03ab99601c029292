// Turns squares of eight by eight floats. The including file stands inside a target attribute.

typedef float lk_eight __attribute__((vector_size(32), aligned(4)));
typedef float lk_four __attribute__((vector_size(16), aligned(4)));

/// Two halves of a row, four rows apart: what the first step of a transposition loads.
LK_INLINE lk_eight lk_halves(const float *low, const float *high) {
    return __builtin_shufflevector(*(const lk_four *)low, *(const lk_four *)high, 0, 1, 2, 3, 4, 5,
                                   6, 7);
}

/// columns[j][i] = rows[i][j], with `step` floats between the rows.
LK_INLINE void lk_transpose(const float *rows, int64_t step, lk_eight columns[8]) {
    LK_UNROLL for (int half = 0; half < 2; half++) {
        lk_eight r[4], pairs[4];
        LK_UNROLL for (int i = 0; i < 4; i++)
            r[i] = lk_halves(rows + i * step + half * 4, rows + (i + 4) * step + half * 4);
        LK_UNROLL for (int i = 0; i < 2; i++) {
            pairs[i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
            pairs[i + 2] =
                __builtin_shufflevector(r[2 * i], r[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
        }
        LK_UNROLL for (int i = 0; i < 2; i++) {
            columns[half * 4 + 2 * i] = __builtin_shufflevector(
                pairs[2 * i], pairs[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13);
            columns[half * 4 + 2 * i + 1] = __builtin_shufflevector(
                pairs[2 * i], pairs[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
}
