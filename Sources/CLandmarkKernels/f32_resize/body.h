#include "../vector.h"

LK_INLINE lk_vec lk_mix(lk_vec a, lk_vec b, float weight) {
    return a + (b - a) * lk_splat(weight);
}

/// Returns whether two neighboring samples lie between the same inputs.
LK_INLINE bool lk_have_same_inputs(const lk_sample *s) {
    return s[0].first == s[1].first && s[0].second == s[1].second;
}

/// One or two output rows that lie between the same two input rows.
typedef struct {
    const lk_f32_resize *resize;
    const float *above, *below;
    /// The first output row, and its block.
    int32_t y, block;
} lk_band;

/// Computes `m` neighboring pixels of each of `n` rows, all between the same inputs.
LK_INLINE void lk_resize_pixels(const int m, const int n, const lk_band *band, int32_t x) {
    const lk_f32_resize *r = band->resize;
    const lk_sample *columns = r->columns + x, *rows = r->rows + band->y;
    const int64_t a = (int64_t)columns->first * LK_BLOCK, b = (int64_t)columns->second * LK_BLOCK;
    const lk_vec above[2] = {LK_LOAD(band->above + a), LK_LOAD(band->above + b)};
    const lk_vec below[2] = {LK_LOAD(band->below + a), LK_LOAD(band->below + b)};
    lk_vec top[2], bottom[2];
    LK_UNROLL for (int i = 0; i < m; i++) {
        top[i] = lk_mix(above[0], above[1], columns[i].weight);
        bottom[i] = lk_mix(below[0], below[1], columns[i].weight);
    }
    LK_UNROLL for (int j = 0; j < n; j++) {
        lk_vec values[2];
        LK_UNROLL for (int i = 0; i < m; i++)
            values[i] = lk_mix(top[i], bottom[i], rows[j].weight);
        const int64_t pixel = ((int64_t)band->y + j) * r->width + x;
        lk_finish(&r->epilogue, band->block, pixel, m, values,
                  r->output + band->block * r->output_plane + pixel * LK_BLOCK);
    }
}

/// Computes `n` rows. With `paired`, all pixels but the first and the last come in pairs.
LK_INLINE void lk_resize_rows(const int n, const bool paired, const lk_band *band) {
    const int32_t width = band->resize->width;
    int32_t x = 0;
    if (paired) {
        lk_resize_pixels(1, n, band, x++);
        for (; x + 1 < width; x += 2) lk_resize_pixels(2, n, band, x);
    }
    for (; x < width; x++) lk_resize_pixels(1, n, band, x);
}

LK_KERNEL(f32_resize) {
    const lk_f32_resize *r = args;
    // Doubling the size puts two output pixels between any two input pixels.
    bool paired = true;
    for (int32_t x = 1; x + 1 < r->width && paired; x += 2) paired = lk_have_same_inputs(r->columns + x);
    const int64_t stride = (int64_t)r->input_width * LK_BLOCK;
    for (int32_t unit = begin, n; unit < end; unit += n) {
        lk_band band = {.resize = r, .y = unit % r->height, .block = unit / r->height};
        const lk_sample *rows = r->rows + band.y;
        const float *plane = r->input + band.block * r->input_plane;
        band.above = plane + rows->first * stride;
        band.below = plane + rows->second * stride;
        n = unit + 1 < end && band.y + 1 < r->height && lk_have_same_inputs(rows) ? 2 : 1;
        if (n == 2 && paired) lk_resize_rows(2, true, &band);
        else if (n == 2) lk_resize_rows(2, false, &band);
        else lk_resize_rows(1, paired, &band);
    }
}
