#if os(Linux)
import LandmarkCommandSupport
package import LandmarkDashboard
import LandmarkHistory
import LandmarkCore

/// Serves recorded sessions to the page that shows them.
///
/// | path | content |
/// |---|---|
/// | `sessions?limit&before` | the newest sessions, with numbers below `before` |
/// | `sessions/ID` | one session, with what its charts and drawings need |
/// | `sessions/ID/frames?from&to&limit` | frames of a part of it, and the times of its images |
/// | `sessions/ID/frames?spread` | `spread` frames from all of it, without landmarks |
/// | `sessions/ID/events?limit` | its events |
/// | `sessions/ID/image?at` | the last image up to a time, as JPEG |
/// | `sessions/ID/export.jsonl`, `export.csv`, `report` | what `landmark sessions export` writes |
/// | `sessions/ID` with DELETE | deletes it |
///
/// Times are timestamps in milliseconds. Errors are JSON with a kind and a sentence.
package struct SessionsSource: Sendable {
    private let path: String
    /// Whether a live page is served, too.
    private let isLive: Bool
    /// Whether this program is recording into the file.
    private let isRecording: @Sendable () -> Bool

    package init(
        _ path: String, isLive: Bool, isRecording: @escaping @Sendable () -> Bool = { false }
    ) {
        self.path = path
        self.isLive = isLive
        self.isRecording = isRecording
    }

    /// The answer to a request below `/history/`.
    package func answer(_ request: ResourceRequest) -> ResourceAnswer {
        do {
            return try found(request)
        } catch {
            // The file's folder is hidden from viewers of the page.
            return RequestFault(error).answer(hiding: path)
        }
    }

    private func found(_ request: ResourceRequest) throws -> ResourceAnswer {
        let parts = request.path
        guard parts.count >= 2, parts[1] == "sessions" else { throw RequestFault.unknownPath }
        if parts.count == 2 {
            guard !request.deletes else { throw RequestFault.unknownPath }
            return try sessions(request)
        }
        guard let id = Int(parts[2]), id > 0 else {
            throw RequestFault.wrong("ID", parts[2], expected: "a session's number")
        }
        let file = try HistoryFile(path)
        let session = try file.session(id)
        let what = parts.count > 3 ? parts[3] : ""
        guard parts.count <= 4, !request.deletes || what.isEmpty else {
            throw RequestFault.unknownPath
        }
        if request.deletes { return try delete(session, file) }
        switch what {
        case "": return .json { $0.members(of: session, fileMembers) }
        case "frames": return try frames(request, session, file)
        case "events": return try events(request, session, file)
        case "image": return try image(request, session, file)
        case "export.jsonl": return export(session, "application/x-ndjson", suffix: "jsonl")
        case "export.csv": return export(session, "text/csv; charset=utf-8", suffix: "csv")
        case "report": return try report(session, file)
        default: throw RequestFault.unknownPath
        }
    }

    /// The members about the file in every response.
    private var fileMembers: (inout JSONText) -> Void {
        { json in
            json.key("file")
            json.string(Path.name(of: path))
            json.key("isLive")
            json.flag(isLive)
            json.key("isRecording")
            json.flag(isRecording())
        }
    }
}

// MARK: Answers

extension SessionsSource {
    private func sessions(_ request: ResourceRequest) throws -> ResourceAnswer {
        let limit = try request.number("limit", in: 1...1000, usually: 100)
        let before = try request.number("before", in: 1...Int.max, usually: .max)
        let sessions = try HistoryFile(path).sessions(before: before, limit: limit)
        return .json { json in
            fileMembers(&json)
            json.objects("sessions", sessions) { $0.members(of: $1) }
        }
    }

    private func frames(
        _ request: ResourceRequest, _ session: HistorySession, _ file: HistoryFile
    ) throws -> ResourceAnswer {
        if request.value("spread") != nil {
            let count = try request.number("spread", in: 1...2000, usually: 500)
            let frames = try file.frames(of: session, spread: count)
            return .json { $0.frames(frames, withItems: false) }
        }
        let span = session.span ?? 0...0
        let from = try request.number("from", in: Int.min...Int.max, usually: span.lowerBound)
        let to = try request.number("to", in: Int.min...Int.max, usually: span.upperBound)
        guard from <= to else {
            throw RequestFault.wrong("to", "\(to)", expected: "a time of at least \(from)")
        }
        let limit = try request.number("limit", in: 1...5000, usually: 1000)
        var found: [HistoryFrame] = []
        do {
            try file.readFrames(of: session.id, at: from...to) { frames in
                found += frames.prefix(limit - found.count)
                if found.count >= limit { throw Enough() }
            }
        } catch is Enough {}
        let images = try file.imageTimes(
            of: session.id, at: from...(found.count < limit ? to : found.last?.time ?? to))
        return .json { json in
            json.frames(found, withItems: true)
            json.key("images")
            json.array { json in images.forEach { json.integer($0) } }
        }
    }

    /// The requested number of frames was reached.
    private struct Enough: Error {}

    private func events(
        _ request: ResourceRequest, _ session: HistorySession, _ file: HistoryFile
    ) throws -> ResourceAnswer {
        let limit = try request.number("limit", in: 1...10_000, usually: 1000)
        let events = try file.events(of: session.id, limit: limit)
        // The texts are those that the page received when the events happened.
        let texts = events.map(\.json).joined(separator: ",")
        return ResourceAnswer(
            .done, type: "application/json", .whole(Array("{\"events\":[\(texts)]}".utf8)))
    }

    private func image(
        _ request: ResourceRequest, _ session: HistorySession, _ file: HistoryFile
    ) throws -> ResourceAnswer {
        let time = try request.number("at", in: Int.min...Int.max, usually: .max)
        guard let jpeg = try file.image(of: session.id, at: time) else {
            throw RequestFault.nothing("session \(session.id) has no image up to that time")
        }
        return ResourceAnswer(.done, type: "image/jpeg", .whole(jpeg))
    }

    private func report(
        _ session: HistorySession, _ file: HistoryFile
    ) throws -> ResourceAnswer {
        guard let html = try file.report(of: session.id) else {
            throw RequestFault.nothing("session \(session.id) has no report")
        }
        return ResourceAnswer(.done, type: "text/html; charset=utf-8", .whole(html))
    }

    private func delete(
        _ session: HistorySession, _ file: HistoryFile
    ) throws -> ResourceAnswer {
        guard !isRecording() else { throw RequestFault.isRecording }
        try file.delete(session.id)
        return .json {
            $0.key("deleted")
            $0.integer(session.id)
        }
    }

    private func export(
        _ session: HistorySession, _ type: String, suffix: String
    ) -> ResourceAnswer {
        let task = session.head.task.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return ResourceAnswer(
            .done, type: type,
            .parts { [path] write in
                // The session is read while it is sent, on a different thread.
                let export = SessionExport(session, of: try HistoryFile(path))
                try suffix == "csv" ? export.writeCSV(write) : export.writeJSON(write)
            }, fileName: "session-\(session.id)-\(String(task)).\(suffix)")
    }
}
#endif
