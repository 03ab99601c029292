#ifndef LK_IMG_YUV_H
#define LK_IMG_YUV_H

#include "../kernel.h"
#include "lk_yuv.h"

/// Converts the pixels of a row from the even column `from` on in portable C.
void lk_yuv__row(const lk_u8_yuv_to_rgb *c, int32_t y, int32_t from);

#endif
