#ifndef LANDMARK_CSQLITE_H
#define LANDMARK_CSQLITE_H

// SQLite, and the part of zlib that compresses the stored data. Both are loaded when the first database is
// opened.

#if defined(__linux__)

#include <sqlite3.h>
#include <zlib.h>

/// Loads the libraries once.
///
/// - Returns: NULL, or the reason why they cannot be loaded.
const char *lk_sqlite_load(void);

/// Binds `count` bytes, which SQLite copies.
static inline int lk_sqlite_bind_blob(
    sqlite3_stmt *statement, int place, const void *bytes, unsigned long long count) {
    // A NULL address would bind NULL.
    return sqlite3_bind_blob64(statement, place, count ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds `count` bytes of UTF-8, which SQLite copies.
static inline int lk_sqlite_bind_text(
    sqlite3_stmt *statement, int place, const char *bytes, unsigned long long count) {
    return sqlite3_bind_text64(
        statement, place, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif

#endif
