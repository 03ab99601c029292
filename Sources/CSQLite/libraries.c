#define _GNU_SOURCE
#include "lk_sqlite.h"

// Linking the libraries would load them at every start of the program, and ask for them where nothing
// is recorded. The functions are defined here as jumps to the real ones, which `lk_sqlite_load`
// resolves when a database is opened.

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define SQLITE(F) \
    F(sqlite3_bind_blob64) F(sqlite3_bind_int64) F(sqlite3_bind_null) F(sqlite3_bind_text64) \
    F(sqlite3_busy_timeout) F(sqlite3_changes) F(sqlite3_close_v2) F(sqlite3_column_blob) \
    F(sqlite3_column_bytes) F(sqlite3_column_int64) F(sqlite3_column_text) F(sqlite3_column_type) \
    F(sqlite3_errmsg) F(sqlite3_errstr) F(sqlite3_exec) F(sqlite3_extended_errcode) \
    F(sqlite3_finalize) F(sqlite3_last_insert_rowid) F(sqlite3_open_v2) F(sqlite3_prepare_v2) \
    F(sqlite3_reset) F(sqlite3_step)
#define ZLIB(F) F(compress2) F(compressBound) F(uncompress)
#define EVERY(F) SQLITE(F) ZLIB(F)

#if defined(__x86_64__)
#define JUMP(name) "jmp *lk_real_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name) \
    "adrp x16, lk_real_" #name "\n" \
    "ldr x16, [x16, :lo12:lk_real_" #name "]\n" \
    "br x16\n"
#else
#error "no jump for this processor"
#endif
#define DEFINE(name) \
    __attribute__((visibility("hidden"), used)) void *lk_real_##name; \
    __asm__( \
        ".text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ",%function\n" \
        #name ":\n" JUMP(name) ".size " #name ", .-" #name "\n");
EVERY(DEFINE)

typedef struct {
    const char *name;
    void **real;
} entry;

#define ENTRY(name) {#name, &lk_real_##name},
static const entry sqlite[] = {SQLITE(ENTRY)};
static const entry zlib[] = {ZLIB(ENTRY)};

static char reason[256];

static int resolve(const char *file, const entry *entries, int count) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *message = dlerror();
        snprintf(reason, sizeof reason, "%s", message ? message : file);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        *entries[i].real = dlsym(library, entries[i].name);
        if (*entries[i].real) continue;
        snprintf(reason, sizeof reason, "%s has no %s", file, entries[i].name);
        return 0;
    }
    return 1;
}

#define COUNT(entries) ((int)(sizeof(entries) / sizeof(*(entries))))

static void load(void) {
    if (resolve("libsqlite3.so.0", sqlite, COUNT(sqlite))) resolve("libz.so.1", zlib, COUNT(zlib));
}

const char *lk_sqlite_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

#else

typedef int lk_sqlite_nothing;

#endif
