package import LandmarkCore
package import LandmarkMotion

/// What a file of a person's thresholds changes of an exercise, as reports state it.
package struct StatedThresholds: Sendable {
    /// The path as it was given.
    package let file: String
    private let note: String
    private let changes: [ThresholdChange]

    package init(file: String, note: String, changes: [ThresholdChange]) {
        self.file = file
        self.note = note
        self.changes = changes
    }

    /// A sentence such as `thresholds of anna.json: bottom 50 instead of 60`.
    package var words: String {
        let source = "thresholds of \(file)" + (note.isEmpty ? "" : " (\(note))")
        let list = changes.map { change in
            let after = change.after.map(Self.text) ?? "none"
            return "\(change.name) \(after) instead of \(change.before.map(Self.text) ?? "none")"
        }
        return "\(source): \(list.isEmpty ? "as defined" : list.joined(separator: ", "))"
    }

    private static func text(_ value: Double) -> String {
        String(value, places: value == value.rounded() ? 0 : 2)
    }

    fileprivate func write(to json: inout JSONText) {
        json.key("file")
        json.string(file)
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
