#if os(Linux)
import LandmarkCore
import FoundationEssentials
import LandmarkCommandSupport
package import LandmarkHistory

/// A recorded session as JSON Lines or CSV, in parts.
package struct SessionExport {
    private let session: HistorySession
    private let file: HistoryFile

    package init(_ session: HistorySession, of file: HistoryFile) {
        self.session = session
        self.file = file
    }

    /// Passes on an object for each frame, and one for each event, before the next frame.
    package func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        var events = try file.events(of: session.id)[...]
        try file.readFrames(of: session.id) { frames in
            var lines: [UInt8] = []
            for frame in frames {
                while let event = events.first, event.time < frame.time {
                    events.removeFirst()
                    lines += Self.line(event)
                }
                lines += Self.line(frame)
            }
            try write(lines)
        }
        try write(events.flatMap(Self.line))
    }

    private static func line(_ event: HistoryEvent) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("timestampMs")
            json.integer(event.time)
            json.key("sentence")
            json.string(event.sentence)
        }
        return json.bytes.dropLast() + ",\"event\":\(event.json)}\n".utf8
    }

    private static func line(_ frame: HistoryFrame) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("timestampMs")
            json.integer(frame.time)
            json.objects("items", frame.shapes) { json, shape in
                json.key("id")
                json.integer(shape.id)
                if !shape.label.isEmpty {
                    json.key("label")
                    json.string(shape.label)
                }
                json.key("landmarks")
                json.array { json in
                    for point in shape.points { json.numbers(point.map(Float.init)) }
                }
            }
        }
        guard !frame.state.isEmpty else { return json.bytes + "\n".utf8 }
        return json.bytes.dropLast() + ",\"state\":\(frame.state)}\n".utf8
    }

    /// Passes on a row for each landmark or, for tasks with more results than landmarks, for each frame.
    package func writeCSV(_ write: ([UInt8]) throws -> Void) throws {
        let task = session.head.task
        let hasState = ["drive", "segment"].contains(task) || task.hasPrefix("exercise")
        try hasState ? writeStates(write) : writeLandmarks(write)
    }

    private func writeLandmarks(_ write: ([UInt8]) throws -> Void) throws {
        try write(Array("timestamp_ms,id,label,landmark,x,y,visibility\n".utf8))
        try file.readFrames(of: session.id) { frames in
            var csv = CSVText()
            for frame in frames {
                for shape in frame.shapes {
                    for (index, point) in shape.points.enumerated() {
                        csv.field(frame.time)
                        csv.field(shape.id)
                        csv.field(shape.label)
                        csv.field(index)
                        csv.field(point[0])
                        csv.field(point[1])
                        csv.field(point.count > 2 ? point[2] : nil)
                        csv.endLine()
                    }
                }
            }
            try write(csv.bytes)
        }
    }

    /// The columns are those that occur in any frame, so the frames are read twice.
    private func writeStates(_ write: ([UInt8]) throws -> Void) throws {
        var columns: Set<String> = []
        try file.readFrames(of: session.id, withShapes: false) { frames in
            for frame in frames { columns.formUnion(try leaves(of: frame).map(\.path)) }
        }
        let names = columns.sorted()
        try write(CSVText.header(["timestamp_ms"] + names))
        try file.readFrames(of: session.id, withShapes: false) { frames in
            var csv = CSVText()
            for frame in frames {
                let values = Dictionary(try leaves(of: frame)) { first, _ in first }
                csv.field(frame.time)
                for name in names {
                    switch values[name] {
                    case .number(let number): csv.field(number)
                    case .string(let text): csv.field(text)
                    case .flag(let flag): csv.field("\(flag)")
                    default: csv.field("")
                    }
                }
                csv.endLine()
            }
            try write(csv.bytes)
        }
    }

    private func leaves(of frame: HistoryFrame) throws -> [(path: String, value: JSONTree)] {
        guard !frame.state.isEmpty else { return [] }
        do {
            return try JSONDecoder().decode(JSONTree.self, from: Data(frame.state.utf8)).leaves
        } catch {
            throw HistoryError.damaged(
                file: file.path, reason: "the state at \(frame.time) ms is not JSON")
        }
    }
}

extension HistoryShape {
    /// Each landmark as fractions of the image's width and height, and its visibility as a fraction
    /// of 1.
    fileprivate var points: [[Double]] {
        Swift.stride(from: 0, through: values.count - stride, by: stride).map { start in
            (0..<stride).map { place in
                Double(values[start + place]) / Double(place < 2 ? HistoryShape.parts : 100)
            }
        }
    }
}
#endif
