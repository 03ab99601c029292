#define _GNU_SOURCE
#include "lk_lazy_library.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdio.h>

/// Loads a library and finds its functions. Returns whether all were found; if not, `reason` receives the
/// reason.
static int resolve(const lk_lazy_library *library, char *reason, size_t size) {
    void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        const char *message = dlerror();
        snprintf(reason, size, "%s", message ? message : library->file);
        return 0;
    }
    for (int i = 0; i < library->count; i++) {
        const lk_lazy_function *function = &library->functions[i];
        *function->real = dlsym(handle, function->name);
        if (*function->real) continue;
        snprintf(reason, size, "%s has no %s", library->file, function->name);
        return 0;
    }
    return 1;
}

const char *lk_lazy_load(
    lk_lazy_state *state, const lk_lazy_library *libraries, int count, void (*prepare)(void)) {
    pthread_mutex_lock(&state->lock);
    if (!state->is_done) {
        state->is_done = 1;
        int found = 0;
        while (found < count && resolve(&libraries[found], state->reason, sizeof state->reason))
            found++;
        if (found == count && prepare) prepare();
    }
    pthread_mutex_unlock(&state->lock);
    return state->reason[0] ? state->reason : NULL;
}

#else

typedef int lk_lazy_nothing;

#endif
