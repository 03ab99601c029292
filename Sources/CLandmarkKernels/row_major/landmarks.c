// Operations of networks that refine parts of their result: the face mesh with attention. The formulas are
// those of MediaPipe's operators (mediapipe/util/tflite/operations).

#include "lk_row_major.h"

#include <math.h>

#include "../kernel.h"

#define LK_ISA scalar

LK_KERNEL(landmark_transform) {
    const lk_landmark_transform *t = args;
    if (begin >= end) return;
    const float dx = t->landmarks[3 * t->right] - t->landmarks[3 * t->left];
    const float dy = t->landmarks[3 * t->right + 1] - t->landmarks[3 * t->left + 1];
    const float length = sqrtf(dx * dx + dy * dy);
    // The line's direction instead of its angle: a square root is the same on every processor.
    const float c = length > 0 ? dx / length : 1, s = length > 0 ? dy / length : 0;
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < t->subset_count; i++) {
        const float *at = t->landmarks + 3 * t->subset[i];
        const float turned[2] = {c * at[0] + s * at[1], c * at[1] - s * at[0]};
        for (int k = 0; k < 2; k++) {
            low[k] = fminf(low[k], turned[k]);
            high[k] = fmaxf(high[k], turned[k]);
        }
    }
    const float x = (low[0] + high[0]) / 2, y = (low[1] + high[1]) / 2;
    const float cell_x = t->scale_x * (high[0] - low[0]), cell_y = t->scale_y * (high[1] - low[1]);
    const float m[4][4] = {
        {c * cell_x, -s * cell_y, 0,
         c * x - s * y - c * cell_x * t->center_x + s * cell_y * t->center_y},
        {s * cell_x, c * cell_y, 0,
         s * x + c * y - s * cell_x * t->center_x - c * cell_y * t->center_y},
        {0, 0, 1, 0},
        {0, 0, 0, 1},
    };
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 4; column++) t->matrix[4 * row + column] = m[row][column];
}

/// Samples one cell's channels at (x, y), which lies within the pixels' centers.
static void sample(const lk_row_major_warp *w, float x, float y, float *output) {
    const int32_t left = (int32_t)x, top = (int32_t)y;
    // At the last center the next pixel has no weight.
    const int32_t right = left + 1 < w->width ? left + 1 : left;
    const int32_t bottom = top + 1 < w->height ? top + 1 : top;
    const float fx = x - (float)left, fy = y - (float)top;
    const float *upper = w->input + (int64_t)top * w->width * w->channels;
    const float *lower = w->input + (int64_t)bottom * w->width * w->channels;
    const int64_t a = (int64_t)left * w->channels, b = (int64_t)right * w->channels;
    for (int32_t c = 0; c < w->channels; c++) {
        const float above = (1 - fx) * upper[a + c] + fx * upper[b + c];
        const float below = (1 - fx) * lower[a + c] + fx * lower[b + c];
        output[c] = (1 - fy) * above + fy * below;
    }
}

LK_KERNEL(row_major_warp) {
    const lk_row_major_warp *w = args;
    const float *m = w->matrix;
    for (int32_t row = begin; row < end; row++) {
        for (int32_t column = 0; column < w->output_width; column++) {
            const float i = (float)column + 0.5f, j = (float)row + 0.5f;
            const float x = m[0] * i + m[1] * j + m[3] - 0.5f;
            const float y = m[4] * i + m[5] * j + m[7] - 0.5f;
            float *output =
                w->output + ((int64_t)row * w->output_width + column) * w->channels;
            // Nonfinite numbers are outside, too.
            const int inside = x >= 0 && x <= (float)(w->width - 1) && y >= 0 &&
                               y <= (float)(w->height - 1);
            if (inside) sample(w, x, y, output);
            else
                for (int32_t c = 0; c < w->channels; c++) output[c] = 0;
        }
    }
}

LK_KERNEL(transform_points) {
    const lk_transform_points *t = args;
    const float *m = t->matrix;
    for (int32_t point = begin; point < end; point++) {
        const float *from = t->input + (int64_t)point * t->dimensions;
        float *to = t->output + (int64_t)point * t->dimensions;
        const float x = from[0], y = from[1];
        to[0] = m[0] * x + m[1] * y + m[3];
        to[1] = m[4] * x + m[5] * y + m[7];
        if (t->dimensions == 3) to[2] = from[2];
    }
}
