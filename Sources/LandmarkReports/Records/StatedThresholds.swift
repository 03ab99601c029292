package import LandmarkCore
package import LandmarkMotion

/// The changes to an exercise by a person's thresholds, as reports state them.
package struct StatedThresholds: Sendable, Equatable {
    /// The path as it was given; nil for thresholds that do not come from a file.
    package let file: String?
    private let hasOptions: Bool
    private let note: String
    private let changes: [ThresholdChange]

    /// - Parameter hasOptions: Whether command-line options also change thresholds.
    package init(
        file: String?, hasOptions: Bool = false, note: String = "", changes: [ThresholdChange]
    ) {
        self.file = file
        self.hasOptions = hasOptions
        self.note = note
        self.changes = changes
    }

    /// A sentence such as `thresholds of anna.json: bottom 50 instead of 60`.
    package var words: String {
        let about = note.shortened(to: 200)
        let sources = [file, hasOptions ? "the command line" : nil].compactMap { $0 }
        let names =
            sources.isEmpty
            ? "own thresholds" : "thresholds of \(sources.joined(separator: " and "))"
        let source = names + (note.isEmpty ? "" : " (\(about))")
        let list = changes.map { change in
            "\(change.name) \(Self.text(change.after)) instead of \(Self.text(change.before))"
        }
        return "\(source): \(list.isEmpty ? "as defined" : list.joined(separator: ", "))"
    }

    private static func text(_ value: Double?) -> String {
        guard let value else { return "none" }
        return value == value.rounded() ? String(value, places: 0) : "\(value)"
    }

    fileprivate func write(to json: inout JSONText) {
        json.key("file")
        json.optional(file) { $1.string($0) }
        json.key("note")
        json.string(note)
        json.objects("changes", changes) { json, change in
            json.key("name")
            json.string(change.name)
            json.key("before")
            json.number(change.before)
            json.key("after")
            json.number(change.after)
        }
    }
}

extension JSONText {
    /// Writes a person's thresholds as the member `thresholds` of an object.
    package mutating func members(of thresholds: StatedThresholds) {
        key("thresholds")
        object { thresholds.write(to: &$0) }
    }
}
