// The kernels whose single body also serves as the scalar definition: they contain no sums whose
// order or rounding could differ, so the compiler can lower their vectors to what every processor
// supports.

#include "f32_add/body.h"
#include "f32_layout/body.h"
#include "f32_mean/body.h"
#include "f32_pad/body.h"
#include "f32_pool/body.h"
