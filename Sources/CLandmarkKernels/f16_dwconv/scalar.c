#define LK_HALF
#include "../f32_dwconv/scalar.h"

LK_KERNEL(f16_dwconv) { convolve_depthwise(args, begin, end); }
