#ifndef LANDMARK_LAZY_LIBRARY_H
#define LANDMARK_LAZY_LIBRARY_H

// Functions of shared libraries that are loaded when they are first needed. Linking a library would
// load it, and everything that it needs, at every start of the program, and require it even where it is not
// used.
//
// A list of functions is a macro that applies its argument to each: `#define ALL(F) F(one) F(two)`.
// `ALL(LK_LAZY_DEFINE)` defines each function as a jump to the real one, which
// `lk_lazy_load` finds; until then it must not be called.

#if defined(__linux__)

#include <pthread.h>
#include <stddef.h>

#if defined(__x86_64__)
#define LK_LAZY_JUMP(name) "jmp *lk_real_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define LK_LAZY_JUMP(name) \
    "adrp x16, lk_real_" #name "\n" \
    "ldr x16, [x16, :lo12:lk_real_" #name "]\n" \
    "br x16\n"
#else
#error "no jump for this processor"
#endif

#define LK_LAZY_DEFINE(name) \
    __attribute__((visibility("hidden"), used)) void *lk_real_##name; \
    __asm__( \
        ".text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ",%function\n" \
        #name ":\n" LK_LAZY_JUMP(name) ".size " #name ", .-" #name "\n");

/// A function, and where to store the address of the real one.
typedef struct {
    const char *name;
    void **real;
} lk_lazy_function;

#define LK_LAZY_ENTRY(name) {#name, &lk_real_##name},
#define LK_LAZY_COUNT(functions) ((int)(sizeof(functions) / sizeof(*(functions))))

/// A shared library and the functions to find in it.
typedef struct {
    const char *file;
    const lk_lazy_function *functions;
    int count;
} lk_lazy_library;

#define LK_LAZY_LIBRARY(file, functions) {file, functions, LK_LAZY_COUNT(functions)}

/// How loading ended. Initialize it with `LK_LAZY_STATE`, in static memory.
typedef struct {
    pthread_mutex_t lock;
    int is_done;
    char reason[256];
} lk_lazy_state;

#define LK_LAZY_STATE {PTHREAD_MUTEX_INITIALIZER, 0, {0}}

/// Loads libraries and finds their functions, on the first call with `state`. The libraries are never
/// unloaded, because they keep pointers into themselves. Any thread may call it.
///
/// - Parameter prepare: Called once after everything was found; may be NULL.
/// - Returns: NULL, or the reason why a library cannot be used.
const char *lk_lazy_load(
    lk_lazy_state *state, const lk_lazy_library *libraries, int count, void (*prepare)(void));

#endif

#endif
