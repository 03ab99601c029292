#include "scalar.h"

LK_KERNEL(f32_dwconv) { convolve_depthwise(args, begin, end); }
