#if os(Linux)
extension HistoryFile {
    /// All sessions, the newest first.
    package func sessions() throws(HistoryError) -> [HistorySession] {
        try sessions(where: "1")
    }

    /// The newest sessions with numbers below `id`, at most `limit` of them.
    package func sessions(before id: Int, limit: Int) throws(HistoryError) -> [HistorySession] {
        try sessions(where: "id < ?", .integer(id), limit: limit)
    }

    /// A session.
    ///
    /// - Throws: ``HistoryError/noSession(_:file:)`` if none has this number.
    package func session(_ id: Int) throws(HistoryError) -> HistorySession {
        guard let session = try sessions(where: "id = ?", .integer(id)).first else {
            throw .noSession(id, file: path)
        }
        return session
    }

    private func sessions(
        where condition: String, _ values: SQLValue..., limit: Int = -1
    ) throws(HistoryError) -> [HistorySession] {
        let rows = try database.prepare(
            """
            SELECT id, task, input, settings, program, began, ended, frames, lost,
                (SELECT count(*) FROM event WHERE session = session.id),
                (SELECT min(first) FROM chunk WHERE session = session.id),
                (SELECT max(last) FROM chunk WHERE session = session.id),
                (SELECT sum(length(data)) FROM chunk WHERE session = session.id),
                (SELECT count(*) FROM image WHERE session = session.id),
                (SELECT sum(length(jpeg)) FROM image WHERE session = session.id),
                (SELECT count(*) FROM report WHERE session = session.id), lost_images
            FROM session WHERE \(condition) ORDER BY id DESC LIMIT \(limit)
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
                    bytes: rows.integer(12) + rows.integer(14), images: rows.integer(13),
                    lostImages: rows.integer(16), hasReport: rows.integer(15) > 0))
        }
        return sessions
    }

    /// Passes the frames of a session to `body` in order, about one second at a time.
    ///
    /// - Parameters:
    ///   - times: The timestamps in milliseconds.
    ///   - withShapes: Whether to read shapes; without them, reading takes a fraction of the time.
    /// - Throws: ``HistoryError/damaged(file:reason:)`` for contents that cannot be read; any error
    ///   that `body` throws.
    package func readFrames(
        of session: Int, at times: ClosedRange<Int> = .min ... .max, withShapes: Bool = true,
        _ body: ([HistoryFrame]) throws -> Void
    ) throws {
        let rows = try database.prepare(
            "SELECT data FROM chunk WHERE session = ? AND last >= ? AND first <= ? ORDER BY first, id",
            [.integer(session), .integer(times.lowerBound), .integer(times.upperBound)])
        while try rows.step() {
            let frames = try decode(rows.bytes(0), withShapes: withShapes).filter {
                times.contains($0.time)
            }
            if !frames.isEmpty { try body(frames) }
        }
    }

    /// Frames spread evenly over a session's time, without shapes: the first one in each of `count`
    /// equal parts.
    ///
    /// - Throws: ``HistoryError/damaged(file:reason:)`` for contents that cannot be read.
    package func frames(
        of session: HistorySession, spread count: Int
    ) throws(HistoryError) -> [HistoryFrame] {
        guard let span = session.span, count > 0 else { return [] }
        let length = span.upperBound - span.lowerBound
        let rows = try database.prepare(
            "SELECT first, last, id FROM chunk WHERE session = ? ORDER BY first, id",
            [.integer(session.id)])
        var found: [HistoryFrame] = []
        var next = 0
        /// The time at which a part begins.
        func start(_ part: Int) -> Int {
            span.lowerBound + Int(Double(length) * Double(part) / Double(count))
        }
        while try rows.step(), next < count {
            // Most chunks of a long session need not be read.
            guard rows.integer(1) >= start(next) else { continue }
            let data = try database.prepare(
                "SELECT data FROM chunk WHERE id = ?", [.integer(rows.integer(2))])
            guard try data.step() else { continue }
            for frame in try decode(data.bytes(0), withShapes: false)
            where frame.time >= start(next) {
                found.append(frame)
                while next < count, start(next) <= frame.time { next += 1 }
                if next >= count { break }
            }
        }
        return found
    }

    private func decode(
        _ chunk: [UInt8], withShapes: Bool
    ) throws(HistoryError) -> [HistoryFrame] {
        do {
            return try FrameChunk.decode(chunk, withShapes: withShapes)
        } catch {
            throw .damaged(file: path, reason: error.reason)
        }
    }

    /// The events of a session, in order, at most `limit` of them.
    package func events(
        of session: Int, limit: Int = -1
    ) throws(HistoryError) -> [HistoryEvent] {
        let rows = try database.prepare(
            "SELECT time, sentence, json FROM event WHERE session = ? ORDER BY id LIMIT \(limit)",
            [.integer(session)])
        var events: [HistoryEvent] = []
        while try rows.step() {
            events.append(
                HistoryEvent(time: rows.integer(0), sentence: rows.text(1), json: rows.text(2)))
        }
        return events
    }

    /// The report of a session as HTML; nil if it has none.
    package func report(of session: Int) throws(HistoryError) -> [UInt8]? {
        let rows = try database.prepare(
            "SELECT html FROM report WHERE session = ?", [.integer(session)])
        guard try rows.step() else { return nil }
        do {
            return try Deflated.bytes(from: rows.bytes(0))
        } catch {
            throw .damaged(file: path, reason: error.reason)
        }
    }

    /// The times of the images of a session, in order.
    package func imageTimes(
        of session: Int, at times: ClosedRange<Int>
    ) throws(HistoryError) -> [Int] {
        let rows = try database.prepare(
            """
            SELECT time FROM image WHERE session = ? AND time BETWEEN ? AND ? ORDER BY time
            """,
            [.integer(session), .integer(times.lowerBound), .integer(times.upperBound)])
        var found: [Int] = []
        while try rows.step() { found.append(rows.integer(0)) }
        return found
    }

    /// The last image of a session up to a time, as JPEG; nil if it has none.
    package func image(of session: Int, at time: Int) throws(HistoryError) -> [UInt8]? {
        let rows = try database.prepare(
            """
            SELECT jpeg FROM image WHERE session = ? AND time <= ? ORDER BY time DESC LIMIT 1
            """,
            [.integer(session), .integer(time)])
        return try rows.step() ? rows.bytes(0) : nil
    }
}
#endif
