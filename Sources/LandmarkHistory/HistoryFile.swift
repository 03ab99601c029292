#if os(Linux)
import LandmarkCore

/// The sessions in a file.
///
/// The file is a SQLite database with a write-ahead log, so that other programs can read it while
/// it is written. One thread at a time may use a value of this type; processes may share a file.
package final class HistoryFile {
    /// The path of the file.
    package var path: String { database.path }

    let database: Database

    /// "LMKH", by which SQLite, `file` and this program recognize the format.
    private static let application = 0x4c4d_4b48
    private static let version = 4

    /// Opens a file.
    ///
    /// - Parameter mayCreate: Whether to create it if it does not exist.
    /// - Throws: ``HistoryError``; a file of another kind is left unchanged.
    package init(_ path: String, mayCreate: Bool = false) throws(HistoryError) {
        if !mayCreate, !FileSystem.mayBeFile(path) {
            throw .cannotOpen(file: path, reason: "there is no such file")
        }
        database = try Database(path, mayCreate: mayCreate)
        if try database.isNew(for: Self.application) {
            guard mayCreate else { throw .notAHistory(file: path) }
            try database.makePrivate()
            // Set before the first table is created, so that deletions make the file smaller.
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            try configure()
            try database.create(Self.schema, for: Self.application, version: Self.version)
            return
        }
        let version = try database.value("PRAGMA user_version")
        guard version <= Self.version else {
            throw .newer(file: path, version: version, supported: Self.version)
        }
        guard version == Self.version else {
            throw .older(file: path, version: version, supported: Self.version)
        }
        if mayCreate { try database.makePrivate() }
        try configure()
    }

    private func configure() throws(HistoryError) {
        try database.makeDurable()
        try database.execute("PRAGMA foreign_keys = ON")
        try database.execute("PRAGMA journal_size_limit = 1048576")
    }

    private static let schema = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            task TEXT NOT NULL, input TEXT NOT NULL, settings TEXT NOT NULL, program TEXT NOT NULL,
            began INTEGER NOT NULL, ended INTEGER,
            frames INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0,
            lost_images INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE chunk (
            id INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
            first INTEGER NOT NULL, last INTEGER NOT NULL, data BLOB NOT NULL);
        CREATE INDEX chunk_of_session ON chunk (session, first);
        CREATE TABLE event (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
            time INTEGER NOT NULL, sentence TEXT NOT NULL, json TEXT NOT NULL);
        CREATE INDEX event_of_session ON event (session);
        CREATE TABLE report (
            session INTEGER PRIMARY KEY REFERENCES session ON DELETE CASCADE, html BLOB NOT NULL);
        CREATE TABLE image (
            id INTEGER PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
            time INTEGER NOT NULL, jpeg BLOB NOT NULL);
        CREATE INDEX image_of_session ON image (session, time);
        """
}

// MARK: Deleting

extension HistoryFile {
    /// Deletes a session and makes the file smaller.
    ///
    /// - Throws: ``HistoryError/noSession(_:file:)`` if none has this number.
    package func delete(_ session: Int) throws(HistoryError) {
        try database.run("DELETE FROM session WHERE id = ?", .integer(session))
        guard database.changes > 0 else { throw .noSession(session, file: path) }
        try shrink()
    }

    /// Deletes the oldest sessions beyond the limits. If the only session is `current`, which is being
    /// recorded, its oldest results, images and events are deleted instead.
    package func apply(
        _ limits: HistoryLimits, now: Int, except current: Int? = nil
    ) throws(HistoryError) {
        var isLess = false
        if let days = limits.days {
            let oldest = now - days * 86_400_000
            try database.run(
                "DELETE FROM session WHERE coalesce(ended, began) < ? AND id IS NOT ?",
                .integer(oldest), SQLValue(current))
            isLess = database.changes > 0
            if let current, try trim(current, to: oldest) { isLess = true }
        }
        if let limit = limits.bytes {
            while try usedBytes() > limit {
                try database.run(
                    """
                    DELETE FROM session WHERE id = (
                        SELECT min(id) FROM session WHERE id IS NOT ?)
                    """, SQLValue(current))
                guard database.changes > 0 else { break }
                isLess = true
            }
            if let current, try usedBytes() > limit {
                // Deletes a twentieth more, so that this happens rarely.
                let target = limit - limit / 20
                while true {
                    let excess = try usedBytes() - target
                    guard excess > 0, try trim(current, by: excess) else { break }
                    isLess = true
                }
            }
        }
        if isLess { try shrink() }
    }

    /// Deletes the part of a session before a time of day in milliseconds, once that part is an hour or
    /// longer.
    ///
    /// - Returns: Whether anything was deleted.
    private func trim(_ session: Int, to oldest: Int) throws(HistoryError) -> Bool {
        let times = "(SELECT min(first) FROM chunk WHERE session = \(session))"
        let (age, overflows) = oldest.subtractingReportingOverflow(
            try database.value("SELECT began FROM session WHERE id = \(session)"))
        let hour = 3_600_000
        guard !overflows, try database.value("SELECT \(times) <= \(age) - \(hour)") == 1 else {
            return false
        }
        return try delete(of: session, upTo: age)
    }

    /// Deletes the part of a session's time that has about as many bytes, and at least one entry.
    ///
    /// - Returns: Whether anything was deleted.
    private func trim(_ session: Int, by bytes: Int) throws(HistoryError) -> Bool {
        let thousandths = max(1, Int(Double(bytes) / Double(max(1, try usedBytes())) * 1000))
        let time = try database.value(
            """
            SELECT min(time) + (max(time) - min(time)) / 1000 * \(thousandths) FROM (
                SELECT first AS time FROM chunk WHERE session = \(session)
                UNION ALL SELECT time FROM image WHERE session = \(session))
            """)
        return try delete(of: session, upTo: time)
    }

    /// Deletes results, images and events up to a timestamp.
    ///
    /// - Returns: Whether there were results or images.
    private func delete(of session: Int, upTo time: Int) throws(HistoryError) -> Bool {
        try database.transaction { () throws(HistoryError) in
            var count = 0
            for (table, column) in [("chunk", "first"), ("image", "time")] {
                try database.run(
                    "DELETE FROM \(table) WHERE session = ? AND \(column) <= ?",
                    .integer(session), .integer(time))
                count += database.changes
            }
            try database.run(
                "DELETE FROM event WHERE session = ? AND time <= ?",
                .integer(session), .integer(time))
            return count > 0
        }
    }

    /// The bytes of the pages in use.
    private func usedBytes() throws(HistoryError) -> Int {
        let pages =
            try database.value("PRAGMA page_count") - database.value("PRAGMA freelist_count")
        return try pages * database.value("PRAGMA page_size")
    }

    private func shrink() throws(HistoryError) {
        try database.run("PRAGMA incremental_vacuum")
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}

/// The limits of a file's contents.
package struct HistoryLimits: Sendable, Equatable {
    /// The age in days from which sessions, and parts of the session that is being recorded, are deleted; nil
    /// for no limit.
    package var days: Int?
    /// The size in bytes above which the oldest sessions, and then the oldest part of the session that is
    /// being recorded, are deleted; nil for no limit.
    package var bytes: Int?

    /// Whether any limit is set.
    var areSet: Bool { days != nil || bytes != nil }

    package init(days: Int? = nil, bytes: Int? = nil) {
        self.days = days
        self.bytes = bytes
    }
}
#endif
