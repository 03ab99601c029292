#include "landmark_warp_shader.h"

// The names of types and address spaces are Metal's own, so the text needs no definitions.
#define LW_SHADER(...) #__VA_ARGS__

static const char text[] =
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
#include "lw_warp.h"
    "\n"
#include "shader/reals.h"
    "\n"
#include "shader/positions.h"
    "\n"
#include "shader/sample.h"
    "\n";

const char *lw_shader_text(void) { return text; }
