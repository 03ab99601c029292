#define _GNU_SOURCE
#include "lk_lazy_library.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdio.h>

int lk_lazy_resolve(
    const char *file, const lk_lazy_function *functions, int count, char *reason, size_t size) {
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        const char *message = dlerror();
        snprintf(reason, size, "%s", message ? message : file);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        *functions[i].real = dlsym(library, functions[i].name);
        if (*functions[i].real) continue;
        snprintf(reason, size, "%s has no %s", file, functions[i].name);
        return 0;
    }
    return 1;
}

#else

typedef int lk_lazy_nothing;

#endif
