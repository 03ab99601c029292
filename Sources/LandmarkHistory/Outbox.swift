#if os(Linux)
import LandmarkCore

/// Messages awaiting delivery, in a file that outlives the program.
///
/// One thread at a time may use a value of this type.
package final class Outbox {
    /// A message, numbered in the order in which messages were added.
    package struct Message: Sendable, Equatable {
        package let id: Int
        package let topic: String
        package let payload: [UInt8]
    }

    private let database: Database

    /// "LMKO".
    private static let application = 0x4c4d_4b4f

    /// Opens or creates a file.
    ///
    /// - Throws: ``HistoryError``; a file of another kind is left unchanged.
    package init(_ path: String) throws(HistoryError) {
        database = try Database(path, mayCreate: true)
        let isNew = try database.isNew(for: Self.application)
        try database.makePrivate()
        try database.makeDurable()
        if isNew { try database.create(Self.schema, for: Self.application, version: 0) }
    }

    private static let schema = """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, payload BLOB NOT NULL)
        """

    /// The number of waiting messages.
    package var count: Int {
        get throws(HistoryError) { try database.value("SELECT count(*) FROM message") }
    }

    /// Adds a message.
    package func add(topic: String, payload: [UInt8]) throws(HistoryError) {
        try database.run(
            "INSERT INTO message (topic, payload) VALUES (?, ?)", .text(topic), .bytes(payload))
    }

    /// The oldest messages after a number, at most `limit` of them.
    package func messages(after id: Int, limit: Int) throws(HistoryError) -> [Message] {
        let rows = try database.prepare(
            "SELECT id, topic, payload FROM message WHERE id > ? ORDER BY id LIMIT ?",
            [.integer(id), .integer(limit)])
        var messages: [Message] = []
        while try rows.step() {
            messages.append(
                Message(id: rows.integer(0), topic: rows.text(1), payload: rows.bytes(2)))
        }
        return messages
    }

    /// Removes a message that was delivered.
    package func remove(_ id: Int) throws(HistoryError) {
        try database.run("DELETE FROM message WHERE id = ?", .integer(id))
    }
}
#endif
