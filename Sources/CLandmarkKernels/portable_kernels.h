// The kernels whose one body also serves as the scalar definition: they sum nothing whose order or
// rounding could differ, so the compiler lowers their vectors to what every processor has.

#include "f32_add/body.h"
#include "f32_layout/body.h"
#include "f32_mean/body.h"
#include "f32_pool/body.h"
