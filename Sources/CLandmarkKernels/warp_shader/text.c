#include "warp/landmark_warp_shader.h"

// The names of types and address spaces are those of Metal, so the text needs no definitions.
#define LW_SHADER(...) #__VA_ARGS__

static const char text[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
#include "warp/lw_warp.h"
    "\n"
#include "reals.h"
    "\n"
#include "positions.h"
    "\n"
#include "sample.h"
    "\n";

const char *lw_shader_text(void) { return text; }
