// Where the rows of a strided tensor lie.

#include "lk_plain.h"

/// The offset of row `row` when all dimensions but the last are counted through in order.
static inline int64_t lk_row_offset(const int32_t *shape, const int64_t *steps, int64_t row) {
    int64_t offset = 0;
    // Nothing is left to divide once the row's number is used up: most tensors are two-dimensional.
    for (int d = LK_RANK - 2; d >= 0 && row > 0; d--) {
        if (shape[d] == 1) continue;
        offset += row % shape[d] * steps[d];
        row /= shape[d];
    }
    return offset;
}
