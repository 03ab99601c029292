#if os(Linux)
import Dispatch
import LandmarkCore

/// Records sessions into a file on its own queue; adding returns at once.
///
/// Once a second, everything added is written in one transaction. While the file cannot be written (it is
/// locked, or the disk is full), everything is kept and tried again. Frames beyond ``frameLimit`` and images
/// beyond ``imageLimit`` are lost and counted; events are never lost.
package final class HistoryRecorder: Sendable {
    /// The number of frames that are kept while the file cannot be written: ten minutes of frames.
    static let frameLimit = 18_000
    /// How many bytes of images are kept while the file cannot be written.
    static let imageLimit = 64 << 20
    /// The number of frames that triggers a write before the second is over, and that is written together.
    private static let batch = 600
    /// The seconds between two reports on a session in progress.
    private static let reportInterval = 60.0

    /// The entries that have not been written.
    private struct Entry {
        let head: HistoryHead
        let began: Int
        /// The number in the file, once written.
        var id: Int?
        var ended: Int?
        var frames: [HistoryFrame] = []
        var events: [HistoryEvent] = []
        var processed = 0
        var lost = 0
        var images: [HistoryImage] = []
        var lostImages = 0
        /// Makes the report on the session so far.
        let makeReport: (@Sendable () -> [UInt8]?)?
        var reported = MonotonicTime.now
    }

    private struct State {
        /// Sessions, the last of which may be in progress.
        var entries: [Entry] = []
        var isStopped = false
        var problem: HistoryError?
    }

    private let state = Mutex(State())
    private let file: Mutex<HistoryFile>
    private let limits: HistoryLimits
    private let clock: @Sendable () -> Int
    private let queue = DispatchQueue(label: "landmark.history")
    private let tell: @Sendable (HistoryError?) -> Void

    /// Opens or creates a file, and deletes what exceeds the limits.
    ///
    /// - Parameters:
    ///   - clock: The time of day in milliseconds since 1970.
    ///   - tell: Called when the file can no longer be written, and with nil when it can be again; on a
    ///     queue of the recorder.
    /// - Throws: ``HistoryError`` if the file cannot be used.
    package init(
        _ path: String, limits: HistoryLimits = HistoryLimits(),
        clock: @escaping @Sendable () -> Int = { WallClock.milliseconds },
        tell: @escaping @Sendable (HistoryError?) -> Void
    ) throws(HistoryError) {
        let opened = try HistoryFile(path, mayCreate: true)
        try opened.apply(limits, now: clock())
        file = Mutex(opened)
        self.limits = limits
        self.clock = clock
        self.tell = tell
        writeEverySecond()
    }

    /// Why nothing can be written at the moment; nil if writing works.
    package var problem: HistoryError? { state.withLock { $0.problem } }

    /// Whether a session is in progress.
    package var isRecording: Bool {
        state.withLock { state in
            guard let last = state.entries.last else { return false }
            return !state.isStopped && last.ended == nil
        }
    }

    /// Begins a session; the previous one must have ended.
    ///
    /// - Parameter makeReport: Makes the report on the session so far, as HTML; called on a queue of the
    ///   recorder every minute and at the end.
    package func begin(_ head: HistoryHead, makeReport: (@Sendable () -> [UInt8]?)? = nil) {
        end()
        state.withLock {
            $0.entries.append(Entry(head: head, began: clock(), makeReport: makeReport))
        }
    }

    /// Adds the image of a frame.
    package func add(_ image: HistoryImage) {
        state.withLock { state in
            guard !state.isStopped, let last = state.entries.indices.last,
                state.entries[last].ended == nil
            else { return }
            let kept = state.entries.reduce(0) { $0 + $1.images.reduce(0) { $0 + $1.jpeg.count } }
            if kept < Self.imageLimit {
                state.entries[last].images.append(image)
            } else {
                state.entries[last].lostImages += 1
            }
        }
    }

    /// Adds the results of a frame to the session.
    package func add(_ frame: HistoryFrame, _ events: [HistoryEvent] = []) {
        let isMuch = state.withLock { state in
            guard !state.isStopped, let last = state.entries.indices.last else { return false }
            let kept = state.entries.reduce(0) { $0 + $1.frames.count }
            state.entries[last].processed += 1
            if kept < Self.frameLimit {
                state.entries[last].frames.append(frame)
            } else {
                state.entries[last].lost += 1
            }
            state.entries[last].events += events
            return kept + 1 == Self.batch
        }
        if isMuch { queue.async { [weak self] in self?.write() } }
    }

    /// Ends the session, with the events caused by its end.
    package func end(_ events: [HistoryEvent] = []) {
        state.withLock { state in
            guard let last = state.entries.indices.last, state.entries[last].ended == nil else {
                return
            }
            state.entries[last].events += events
            state.entries[last].ended = clock()
        }
    }

    /// Ends the session and writes everything that is left.
    ///
    /// - Throws: The reason why writing is impossible; everything left is then lost.
    package func finish() throws(HistoryError) {
        end()
        flush()
        if let problem { throw problem }
    }

    /// Limits the file to `count` pages, for tests of a full disk.
    func limitPages(to count: Int) throws(HistoryError) {
        try file.withLock { file throws(HistoryError) in
            try file.database.execute("PRAGMA max_page_count = \(count)")
        }
    }

    /// Writes everything that is pending.
    func flush() { queue.sync { write() } }
}

// MARK: Writing

extension HistoryRecorder {
    /// Writes once a second, as long as the recorder lives.
    private func writeEverySecond() {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self else { return }
            write()
            writeEverySecond()
        }
    }

    /// Writes everything that is pending.
    private func write() {
        let entries: [Entry] = state.withLock { $0.isStopped ? [] : $0.entries }
        guard !entries.isEmpty else { return }
        let previous = problem
        let reports = entries.map { entry -> [UInt8]? in
            let isDue =
                entry.ended != nil || entry.reported.elapsedSeconds >= Self.reportInterval
            return isDue ? entry.makeReport?() : nil
        }
        do throws(HistoryError) {
            let ids = try file.withLock { file throws(HistoryError) in
                try Self.write(entries, reports, into: file, limits, now: clock())
            }
            state.withLock { state in
                for (index, report) in reports.enumerated()
                where report != nil && index < state.entries.count {
                    state.entries[index].reported = .now
                }
                Self.remove(entries, ids, from: &state)
                state.problem = nil
            }
            if previous != nil { tell(nil) }
        } catch {
            state.withLock { state in
                state.problem = error
                guard !error.isPassing else { return }
                // Waiting will not repair the file.
                state.isStopped = true
                state.entries = []
            }
            if previous != error { tell(error) }
        }
    }

    /// - Returns: The number of each entry's session.
    private static func write(
        _ entries: [Entry], _ reports: [[UInt8]?], into file: HistoryFile, _ limits: HistoryLimits,
        now: Int
    ) throws(HistoryError) -> [Int] {
        let database = file.database
        let ids = try database.transaction { () throws(HistoryError) -> [Int] in
            var ids: [Int] = []
            for (entry, report) in zip(entries, reports) {
                ids.append(try write(entry, report, into: database))
            }
            return ids
        }
        // The new data may exceed the limits; a failed deletion must not undo the write.
        if limits.areSet { try? file.apply(limits, now: now, except: ids.last) }
        return ids
    }

    private static func write(
        _ entry: Entry, _ report: [UInt8]?, into database: Database
    ) throws(HistoryError) -> Int {
        let id: Int
        // Someone may have deleted the session meanwhile; later data then becomes a separate session.
        if let known = entry.id, try isThere(known, in: database) {
            id = known
        } else {
            try database.run(
                "INSERT INTO session (task, input, settings, program, began) VALUES (?, ?, ?, ?, ?)",
                .text(entry.head.task), .text(entry.head.input), .text(entry.head.settings),
                .text(entry.head.program), .integer(entry.began))
            id = database.lastID
        }
        for start in stride(from: 0, to: entry.frames.count, by: batch) {
            let frames = Array(entry.frames[start..<min(start + batch, entry.frames.count)])
            try database.run(
                "INSERT INTO chunk (session, first, last, data) VALUES (?, ?, ?, ?)",
                .integer(id), .integer(frames[0].time), .integer(frames[frames.count - 1].time),
                .bytes(FrameChunk.encode(frames)))
        }
        for image in entry.images {
            try database.run(
                "INSERT INTO image (session, time, jpeg) VALUES (?, ?, ?)",
                .integer(id), .integer(image.time), .bytes(image.jpeg))
        }
        if let report {
            try database.run(
                "INSERT OR REPLACE INTO report (session, html) VALUES (?, ?)",
                .integer(id), .bytes(Deflated.encode(report)))
        }
        for event in entry.events {
            try database.run(
                "INSERT INTO event (session, time, sentence, json) VALUES (?, ?, ?, ?)",
                .integer(id), .integer(event.time), .text(event.sentence), .text(event.json))
        }
        try database.run(
            """
            UPDATE session SET frames = frames + ?, lost = lost + ?,
                lost_images = lost_images + ?, ended = ? WHERE id = ?
            """,
            .integer(entry.processed), .integer(entry.lost), .integer(entry.lostImages),
            SQLValue(entry.ended), .integer(id))
        return id
    }

    private static func isThere(_ id: Int, in database: Database) throws(HistoryError) -> Bool {
        try database.prepare("SELECT 1 FROM session WHERE id = ?", [.integer(id)]).step()
    }

    /// Removes the written entries and keeps those added since.
    private static func remove(_ written: [Entry], _ ids: [Int], from state: inout State) {
        for (index, (entry, id)) in zip(written, ids).enumerated()
        where index < state.entries.count {
            state.entries[index].id = id
            state.entries[index].frames.removeFirst(entry.frames.count)
            state.entries[index].events.removeFirst(entry.events.count)
            state.entries[index].images.removeFirst(entry.images.count)
            state.entries[index].processed -= entry.processed
            state.entries[index].lost -= entry.lost
            state.entries[index].lostImages -= entry.lostImages
        }
        let whole = zip(state.entries, written).prefix { current, entry in
            entry.ended != nil && current.frames.isEmpty && current.events.isEmpty
                && current.images.isEmpty
        }.count
        state.entries.removeFirst(whole)
    }
}
#endif
