#if os(Linux)
import CSQLite

/// The library that recordings need.
package enum HistoryLibrary {
    /// Its name, and its version at run time; nil when it cannot be loaded.
    package static var version: (name: String, version: String?) {
        ("SQLite", lk_sqlite_load() == nil ? String(cString: sqlite3_libversion()) : nil)
    }
}
#endif
