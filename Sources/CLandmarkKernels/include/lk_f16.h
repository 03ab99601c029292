#ifndef LK_F16_H
#define LK_F16_H

/// Half-precision numbers widened to floats, exactly. A unit is a value; no alignment is required.
typedef struct {
    const void *halves;
    float *floats;
} lk_f16_to_f32;

/// Floats rounded to the nearest half-precision number, ties to even, and to infinity from 65,520 on. A unit
/// is a value.
typedef struct {
    const float *floats;
    void *halves;
} lk_f32_to_f16;

#endif
