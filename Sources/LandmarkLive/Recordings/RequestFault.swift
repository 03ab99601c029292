#if os(Linux)
import LandmarkCommandSupport
import LandmarkDashboard
import LandmarkHistory
import LandmarkCore

/// Why a request for recorded sessions fails.
struct RequestFault: Error {
    private let status: ResourceAnswer.Status
    /// The kind, for programs.
    private let kind: String
    private let sentence: String

    private init(_ status: ResourceAnswer.Status, _ kind: String, _ sentence: String) {
        self.status = status
        self.kind = kind
        self.sentence = sentence
    }

    static let unknownPath = RequestFault(.missing, "unknownPath", "nothing was found here")

    static let isRecording = RequestFault(
        .conflict, "isRecording", "nothing can be deleted while this recording is running")

    static func nothing(_ sentence: String) -> RequestFault {
        RequestFault(.missing, "nothing", sentence)
    }

    static func wrong(_ name: String, _ value: String, expected: String) -> RequestFault {
        RequestFault(
            .wrong, "wrongValue", "\(name): expected \(expected), got “\(value.prefix(40))”")
    }

    init(_ error: any Error) {
        if let fault = error as? RequestFault {
            self = fault
            return
        }
        guard let error = error as? HistoryError else {
            self.init(.failed, "failed", "\(error)")
            return
        }
        switch error {
        case .noSession: self.init(.missing, "noSession", "\(error)")
        case .locked: self.init(.unavailable, "locked", "\(error)")
        case .full: self.init(.unavailable, "full", "\(error)")
        case .damaged, .notAHistory: self.init(.failed, "damaged", "\(error)")
        case .older, .newer: self.init(.failed, "version", "\(error)")
        case .cannotOpen, .libraryMissing, .failed: self.init(.failed, "failed", "\(error)")
        }
    }

    /// The response, with the path of the file replaced by its name.
    func answer(hiding path: String) -> ResourceAnswer {
        var answer = ResourceAnswer.json { json in
            json.key("error")
            json.object { json in
                json.key("kind")
                json.string(kind)
                json.key("message")
                json.string(sentence.replacing(path, with: Path.name(of: path)))
            }
        }
        answer.status = status
        return answer
    }
}

extension ResourceAnswer {
    /// A response that is one JSON object.
    static func json(_ body: (inout JSONText) -> Void) -> ResourceAnswer {
        var json = JSONText()
        json.object(body)
        return ResourceAnswer(.done, type: "application/json", .whole(json.bytes))
    }
}

extension ResourceRequest {
    /// A number in the query.
    ///
    /// - Throws: `RequestFault` for a number out of range, or a value that is not a number.
    func number(
        _ name: String, in range: ClosedRange<Int>, usually usual: Int
    ) throws(RequestFault) -> Int {
        guard let text = value(name) else { return usual }
        guard let number = Int(text), range.contains(number) else {
            let isBounded = range.lowerBound != .min || range.upperBound != .max
            throw .wrong(
                name, text,
                expected: !isBounded
                    ? "a whole number"
                    : range.upperBound == .max
                        ? "a number of at least \(range.lowerBound)"
                        : "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
#endif
