#include "lk_f32.h"

// Threes keep most sums in registers for each float loaded; a single one is left only when there
// is but one block, since one block alone has the poorest ratio.
int32_t lk_conv_groups(int32_t blocks) { return blocks == 1 ? 1 : (blocks + 2) / 3; }

int32_t lk_conv_group(int32_t blocks, int32_t group, int32_t *width) {
    const int32_t groups = lk_conv_groups(blocks);
    if (blocks == 1) {
        *width = 1;
        return 0;
    }
    // 3a + 2b with b = 0, 1 or 2 twos at the end.
    const int32_t twos = groups * 3 - blocks;
    const int32_t threes = groups - twos;
    *width = group < threes ? 3 : 2;
    return group < threes ? group * 3 : threes * 3 + (group - threes) * 2;
}
