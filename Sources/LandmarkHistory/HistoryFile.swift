#if os(Linux)
import LandmarkSystem

/// The sessions that a file holds.
///
/// The file is a SQLite database with a write-ahead log, so that others can read it while it is written.
/// One thread at a time may use a value of this type; processes may share a file.
package final class HistoryFile {
    /// The path of the file.
    package var path: String { database.path }

    let database: Database

    /// "LMKH", by which SQLite's `file` and this program know the format.
    private static let application = 0x4c4d_4b48
    private static let version = 1

    /// Opens a file.
    ///
    /// - Parameter mayCreate: Whether to create it where there is none.
    /// - Throws: ``HistoryError``; a file of another kind is left as it is.
    package init(_ path: String, mayCreate: Bool = false) throws(HistoryError) {
        if !mayCreate, !FileSystem.isFile(path) {
            throw .cannotOpen(file: path, reason: "there is no such file")
        }
        database = try Database(path, mayCreate: mayCreate)
        if try database.isNew(for: Self.application) {
            guard mayCreate else { throw .notAHistory(file: path) }
            // Before the first table: then what is deleted makes the file smaller.
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            try configure()
            try database.create(Self.schema, for: Self.application, version: Self.version)
            return
        }
        let version = try database.value("PRAGMA user_version")
        guard version <= Self.version else {
            throw .newer(file: path, version: version, supported: Self.version)
        }
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
            frames INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0);
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
        """
}

// MARK: Reading

extension HistoryFile {
    /// All sessions, the newest first.
    package func sessions() throws(HistoryError) -> [HistorySession] {
        try sessions(where: "1")
    }

    /// A session.
    ///
    /// - Throws: ``HistoryError/noSession(_:file:)`` if there is none with this number.
    package func session(_ id: Int) throws(HistoryError) -> HistorySession {
        guard let session = try sessions(where: "id = ?", .integer(id)).first else {
            throw .noSession(id, file: path)
        }
        return session
    }

    private func sessions(
        where condition: String, _ values: SQLValue...
    ) throws(HistoryError) -> [HistorySession] {
        let rows = try database.prepare(
            """
            SELECT id, task, input, settings, program, began, ended, frames, lost,
                (SELECT count(*) FROM event WHERE session = session.id),
                (SELECT min(first) FROM chunk WHERE session = session.id),
                (SELECT max(last) FROM chunk WHERE session = session.id),
                (SELECT sum(length(data)) FROM chunk WHERE session = session.id)
            FROM session WHERE \(condition) ORDER BY id DESC
            """, values)
        var sessions: [HistorySession] = []
        while try rows.step() {
            let first = rows.optionalInteger(10)
            let last = rows.optionalInteger(11)
            var span: ClosedRange<Int>?
            if let first, let last, first <= last { span = first...last }
            sessions.append(
                HistorySession(
                    id: rows.integer(0),
                    head: HistoryHead(
                        task: rows.text(1), input: rows.text(2), settings: rows.text(3),
                        program: rows.text(4)),
                    began: rows.integer(5), ended: rows.optionalInteger(6), span: span,
                    frames: rows.integer(7), lost: rows.integer(8), events: rows.integer(9),
                    bytes: rows.integer(12)))
        }
        return sessions
    }

    /// Passes the frames of a session to `body`, in order, about a second of them at a time.
    ///
    /// - Parameter times: The timestamps in milliseconds.
    /// - Throws: ``HistoryError/damaged(file:reason:)`` for contents that cannot be read; what `body`
    ///   throws.
    package func readFrames(
        of session: Int, at times: ClosedRange<Int> = .min ... .max,
        _ body: ([HistoryFrame]) throws -> Void
    ) throws {
        let rows = try database.prepare(
            "SELECT data FROM chunk WHERE session = ? AND last >= ? AND first <= ? ORDER BY first, id",
            [.integer(session), .integer(times.lowerBound), .integer(times.upperBound)])
        while try rows.step() {
            let frames: [HistoryFrame]
            do {
                frames = try FrameChunk.decode(rows.bytes(0)).filter { times.contains($0.time) }
            } catch {
                throw HistoryError.damaged(file: path, reason: error.reason)
            }
            if !frames.isEmpty { try body(frames) }
        }
    }

    /// The events of a session, in order.
    package func events(of session: Int) throws(HistoryError) -> [HistoryEvent] {
        let rows = try database.prepare(
            "SELECT time, sentence, json FROM event WHERE session = ? ORDER BY id",
            [.integer(session)])
        var events: [HistoryEvent] = []
        while try rows.step() {
            events.append(
                HistoryEvent(time: rows.integer(0), sentence: rows.text(1), json: rows.text(2)))
        }
        return events
    }
}

// MARK: Deleting

extension HistoryFile {
    /// Deletes a session, and makes the file smaller.
    ///
    /// - Throws: ``HistoryError/noSession(_:file:)`` if there is none with this number.
    package func delete(_ session: Int) throws(HistoryError) {
        try database.run("DELETE FROM session WHERE id = ?", .integer(session))
        guard database.changes > 0 else { throw .noSession(session, file: path) }
        try shrink()
    }

    /// Deletes the oldest sessions beyond the limits, except `current`.
    ///
    /// - Returns: The number of sessions that were deleted.
    @discardableResult
    package func apply(
        _ limits: HistoryLimits, now: Int, except current: Int? = nil
    ) throws(HistoryError) -> Int {
        var deleted = 0
        if let days = limits.days {
            try database.run(
                "DELETE FROM session WHERE coalesce(ended, began) < ? AND id IS NOT ?",
                .integer(now - days * 86_400_000), SQLValue(current))
            deleted += database.changes
        }
        if let limit = limits.bytes {
            while try usedBytes() > limit {
                try database.run(
                    """
                    DELETE FROM session WHERE id = (
                        SELECT min(id) FROM session WHERE id IS NOT ?)
                    """, SQLValue(current))
                guard database.changes > 0 else { break }
                deleted += 1
            }
        }
        if deleted > 0 { try shrink() }
        return deleted
    }

    /// The bytes of the pages that hold something.
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

/// How much a file may hold.
package struct HistoryLimits: Sendable, Equatable {
    /// The age in days from which sessions are deleted; nil for any.
    package var days: Int?
    /// The bytes above which the oldest sessions are deleted; nil for any.
    package var bytes: Int?

    package init(days: Int? = nil, bytes: Int? = nil) {
        self.days = days
        self.bytes = bytes
    }
}
#endif
