#include "lk_sqlite.h"

#if defined(__linux__)

#include <lk_lazy_library.h>

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

static const lk_lazy_library libraries[] = {
    LK_LAZY_LIBRARY("libsqlite3.so.0", sqlite),
    LK_LAZY_LIBRARY("libz.so.1", zlib),
};

const char *lk_sqlite_load(void) {
    static lk_lazy_state state = LK_LAZY_STATE;
    return lk_lazy_load(&state, libraries, LK_LAZY_COUNT(libraries), NULL);
}

#else

typedef int lk_sqlite_nothing;

#endif
