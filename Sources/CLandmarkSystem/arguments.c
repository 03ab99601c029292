#include "landmark_system.h"

#if defined(__linux__)
#include <features.h>
#endif

static int count;
static char **words;

#if defined(__GLIBC__)
// The GNU C library also passes the arguments to constructors.
__attribute__((constructor)) static void keep(int given, char **arguments) {
    count = given;
    words = arguments;
}
#endif

int lk_argument_count(void) { return count; }

char **lk_arguments(void) { return words; }
