#if os(Linux)
import CSQLite
import LandmarkCore

/// A connection to a SQLite database. One thread at a time may use it.
final class Database {
    let path: String
    private let connection: OpaquePointer
    /// SQLite's name for a database without a file.
    private static let inMemory = ":memory:"

    /// Opens a database.
    ///
    /// - Parameter mayCreate: Whether to create it if it does not exist.
    /// - Throws: ``HistoryError``.
    init(_ path: String, mayCreate: Bool) throws(HistoryError) {
        if let reason = lk_sqlite_load() {
            throw .libraryMissing(reason: String(cString: reason))
        }
        if mayCreate, path != Self.inMemory, !FileSystem.isFile(path) {
            try Self.makePrivate(path)
        }
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(
            path, &opened, mayCreate ? flags | SQLITE_OPEN_CREATE : flags, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = opened.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
            sqlite3_close_v2(opened)
            throw .cannotOpen(
                file: path, reason: reason.map { String(cString: $0) } ?? "error \(code)")
        }
        self.path = path
        connection = opened
        sqlite3_busy_timeout(connection, 2000)
    }

    deinit { sqlite3_close_v2(connection) }

    /// Makes the file, and those that SQLite keeps next to it, readable only by the user, because they hold
    /// data from a camera about a person. SQLite gives files that it creates later the same permissions.
    ///
    /// - Throws: ``HistoryError/cannotOpen(file:reason:)``.
    func makePrivate() throws(HistoryError) {
        for file in [path, "\(path)-wal", "\(path)-shm"] where FileSystem.isFile(file) {
            try Self.makePrivate(file)
        }
    }

    private static func makePrivate(_ path: String) throws(HistoryError) {
        do throws(SystemError) {
            try FileSystem.makePrivateFile(path)
        } catch {
            throw .cannotOpen(file: path, reason: "\(error)")
        }
    }

    /// Whether the file is still empty.
    ///
    /// - Throws: ``HistoryError/notAHistory(file:)`` if it holds anything not made by
    ///   `application`.
    func isNew(for application: Int) throws(HistoryError) -> Bool {
        let found = try value("PRAGMA application_id")
        if found == application { return false }
        guard found == 0, try value("SELECT count(*) FROM sqlite_schema") == 0 else {
            throw .notAHistory(file: path)
        }
        return true
    }

    /// Lets other connections read during writes, and makes commits survive a power failure.
    func makeDurable() throws(HistoryError) {
        try execute("PRAGMA journal_mode = WAL")
        try execute("PRAGMA synchronous = FULL")
    }

    /// Creates the tables and marks which application they belong to.
    func create(
        _ schema: String, for application: Int, version: Int
    ) throws(HistoryError) {
        try transaction { () throws(HistoryError) in
            try execute(schema)
            try execute("PRAGMA application_id = \(application)")
            try execute("PRAGMA user_version = \(version)")
        }
    }

    /// Runs statements that return nothing.
    func execute(_ text: String) throws(HistoryError) {
        try check(sqlite3_exec(connection, text, nil, nil, nil))
    }

    /// Compiles a statement and binds `values` to its parameters.
    func prepare(_ text: String, _ values: [SQLValue] = []) throws(HistoryError) -> Statement {
        var handle: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, text, -1, &handle, nil))
        guard let handle else { throw .failed(file: path, reason: "an empty statement") }
        let statement = Statement(handle, of: self)
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code: Int32 =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let value): sqlite3_bind_int64(handle, place, Int64(value))
                case .text(let text):
                    lk_sqlite_bind_text(handle, place, text, UInt64(text.utf8.count))
                case .bytes(let bytes):
                    bytes.withUnsafeBytes {
                        lk_sqlite_bind_blob(handle, place, $0.baseAddress, UInt64($0.count))
                    }
                }
            try check(code)
        }
        return statement
    }

    /// Runs a statement that returns no row.
    func run(_ text: String, _ values: SQLValue...) throws(HistoryError) {
        let statement = try prepare(text, values)
        while try statement.step() {}
    }

    /// The first number that a query returns; 0 without a row.
    func value(_ query: String) throws(HistoryError) -> Int {
        let statement = try prepare(query)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The id of the row that was inserted last.
    var lastID: Int { Int(sqlite3_last_insert_rowid(connection)) }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(connection)) }

    /// Makes all changes of `body` at once, or none of them if it throws.
    func transaction<Value>(
        _ body: () throws(HistoryError) -> Value
    ) throws(HistoryError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(HistoryError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // After some errors SQLite has already rolled back.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// - Throws: The error of a result code.
    func check(_ code: Int32) throws(HistoryError) {
        switch code & 0xff {
        case SQLITE_OK, SQLITE_ROW, SQLITE_DONE: return
        case SQLITE_BUSY, SQLITE_LOCKED: throw .locked(file: path)
        case SQLITE_FULL: throw .full(file: path)
        case SQLITE_NOTADB: throw .notAHistory(file: path)
        case SQLITE_CORRUPT: throw .damaged(file: path, reason: message)
        case SQLITE_READONLY, SQLITE_CANTOPEN: throw .cannotOpen(file: path, reason: message)
        default: throw .failed(file: path, reason: message)
        }
    }

    private var message: String { String(cString: sqlite3_errmsg(connection)) }
}

/// A value for a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int)
    case text(String)
    case bytes([UInt8])

    init(_ value: Int?) { self = value.map(SQLValue.integer) ?? .null }

    init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
}

/// A statement with its parameters, and its rows one after another.
final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    fileprivate init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Advances to the next row.
    ///
    /// - Returns: Whether there is a next row.
    func step() throws(HistoryError) -> Bool {
        let code = sqlite3_step(handle)
        try database.check(code)
        return code == SQLITE_ROW
    }

    /// A column of the row; 0 for NULL.
    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    /// A column of the row, or nil for NULL.
    func optionalInteger(_ column: Int32) -> Int? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// A column of the row; empty for NULL.
    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// A column of the row, or nil for NULL.
    func optionalText(_ column: Int32) -> String? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
    }

    /// A column of the row; empty for NULL.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// The library that recordings need.
package enum HistoryLibrary {
    /// Its name, and its version at run time; nil when it cannot be loaded.
    package static var version: (name: String, version: String?) {
        ("SQLite", lk_sqlite_load() == nil ? String(cString: sqlite3_libversion()) : nil)
    }
}
#endif
