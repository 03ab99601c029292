#include "lk_sqlite.h"

#if defined(__linux__)

#include <lk_lazy_library.h>
#include <pthread.h>

#define SQLITE(F) \
    F(sqlite3_bind_blob64) F(sqlite3_bind_int64) F(sqlite3_bind_null) F(sqlite3_bind_text64) \
    F(sqlite3_busy_timeout) F(sqlite3_changes) F(sqlite3_close_v2) F(sqlite3_column_blob) \
    F(sqlite3_column_bytes) F(sqlite3_column_int64) F(sqlite3_column_text) F(sqlite3_column_type) \
    F(sqlite3_errmsg) F(sqlite3_errstr) F(sqlite3_exec) F(sqlite3_extended_errcode) \
    F(sqlite3_finalize) F(sqlite3_last_insert_rowid) F(sqlite3_libversion) F(sqlite3_open_v2) \
    F(sqlite3_prepare_v2) F(sqlite3_reset) F(sqlite3_step)
#define ZLIB(F) F(compress2) F(compressBound) F(uncompress)

SQLITE(LK_LAZY_DEFINE)
ZLIB(LK_LAZY_DEFINE)

static const lk_lazy_function sqlite[] = {SQLITE(LK_LAZY_ENTRY)};
static const lk_lazy_function zlib[] = {ZLIB(LK_LAZY_ENTRY)};

static char reason[256];

#define RESOLVE(file, functions) \
    lk_lazy_resolve(file, functions, LK_LAZY_COUNT(functions), reason, sizeof reason)

static void load(void) {
    if (RESOLVE("libsqlite3.so.0", sqlite)) (void)RESOLVE("libz.so.1", zlib);
}

const char *lk_sqlite_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

#else

typedef int lk_sqlite_nothing;

#endif
