/// One side of an `option_value`: the path of a field in an options message.
///
/// `options/a/b/1` is the second value of field `b` in message `a` of the first options message;
/// `options` is that message itself, and `Ext::mediapipe.X/a` is field `a` of the options message
/// of type `mediapipe.X`. The syntax is MediaPipe's
/// (mediapipe/framework/tool/options_syntax_util.cc).
struct OptionPath {
    struct Step {
        let field: String
        var index: Int?
    }

    /// The maximum number of steps in a path.
    static let stepLimit = 32

    /// The type of the options message; nil for the first one present.
    private(set) var type: String?
    private(set) var steps: [Step] = []

    /// Parses a path; nil when it is malformed.
    init?(_ text: some StringProtocol) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        if parts.first == "OPTIONS" { parts = parts.dropFirst() }
        if parts.first == "options" { parts = parts.dropFirst() }
        for part in parts where !part.isEmpty {
            if let index = Int(part) {
                guard !steps.isEmpty, index >= 0 else { return nil }
                steps[steps.count - 1].index = index
            } else if part.lowercased().hasPrefix("ext::") {
                guard steps.isEmpty, type == nil else { return nil }
                type = String(part.dropFirst(5))
            } else {
                guard steps.count < Self.stepLimit else { return nil }
                steps.append(Step(field: String(part)))
            }
        }
    }

    /// Splits an `option_value` at its single colon (`::` does not count) and parses both paths;
    /// nil when it is malformed.
    static func pair(_ text: String) -> (target: OptionPath, source: OptionPath)? {
        let bytes = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        let single = bytes.indices.filter { index in
            bytes[index] == colon && (index == 0 || bytes[index - 1] != colon)
                && (index + 1 == bytes.count || bytes[index + 1] != colon)
        }
        guard single.count == 1,
            let target = OptionPath(String(decoding: bytes[..<single[0]], as: UTF8.self)),
            let source = OptionPath(String(decoding: bytes[(single[0] + 1)...], as: UTF8.self))
        else { return nil }
        return (target, source)
    }
}

extension TextMessage {
    /// Returns this message merged with another by protobuf's rules: singular values are replaced,
    /// messages merged, repeated fields concatenated. Without a descriptor, a field counts as
    /// repeated when it appears several times, or as a list, in either message.
    func merged(
        with other: TextMessage, _ budget: inout OptionBudget
    ) throws(OptionValueError) -> TextMessage {
        try budget.spend(fields.count + other.fields.count)
        let mine = Dictionary(grouping: fields.indices) { fields[$0].label }
        let theirs = Dictionary(grouping: other.fields, by: \.label)
        var result = self
        var done: Set<String> = []
        for field in other.fields where done.insert(field.label).inserted {
            let added = theirs[field.label] ?? []
            let present = mine[field.label] ?? []
            let isRepeated =
                added.count > 1 || present.count > 1 || field.isList
                || present.contains { fields[$0].isList }
            if let place = present.first, !isRepeated {
                result.fields[place] = try Self.merged(fields[place], field, &budget)
            } else {
                result.fields += added
            }
        }
        return result
    }

    private static func merged(
        _ mine: TextField, _ theirs: TextField, _ budget: inout OptionBudget
    ) throws(OptionValueError) -> TextField {
        guard case .message(let base)? = mine.values.first?.content,
            case .message(let over)? = theirs.values.first?.content
        else { return theirs }
        return TextField(
            theirs.name, kind: theirs.kind, .message(try base.merged(with: over, &budget)),
            position: theirs.position)
    }

    /// The values of the field at the end of a path, or the message itself for an empty path; nil
    /// if a message or an index along the path is missing.
    func values(
        at path: ArraySlice<OptionPath.Step>, _ budget: inout OptionBudget
    ) throws(OptionValueError) -> [TextValue]? {
        guard let step = path.first else { return [TextValue(.message(self))] }
        let values = try values(of: step.field, &budget)
        if path.count == 1 {
            guard let index = step.index else { return values }
            return index < values.count ? [values[index]] : nil
        }
        let index = step.index ?? 0
        guard index < values.count, case .message(let next) = values[index].content else {
            return nil
        }
        return try next.values(at: path.dropFirst(), &budget)
    }

    /// Sets the field at the end of a path: the whole field, or the value at the path's index.
    /// Messages are merged with the existing ones. Returns false when an index is out of range or a
    /// field along the path is not a message.
    mutating func set(
        _ values: [TextValue], at path: ArraySlice<OptionPath.Step>, _ budget: inout OptionBudget
    ) throws(OptionValueError) -> Bool {
        guard let step = path.first else { return false }
        try budget.spend(values.count)
        var present = try self.values(of: step.field, &budget)
        let index = step.index ?? 0
        if path.count > 1 {
            guard index <= present.count else { return false }
            if index == present.count { present.append(.message()) }
            guard case .message(var next) = present[index].content,
                try next.set(values, at: path.dropFirst(), &budget)
            else { return false }
            present[index] = .message(next)
        } else if step.index != nil {
            guard index <= present.count, let value = values.first else { return false }
            present.replaceSubrange(index..<min(index + 1, present.count), with: [value])
        } else {
            var changed: [TextValue] = []
            for (place, value) in values.enumerated() {
                guard place < present.count, case .message(let base) = present[place].content,
                    case .message(let over) = value.content
                else {
                    changed.append(value)
                    continue
                }
                changed.append(.message(try base.merged(with: over, &budget)))
            }
            present = changed
        }
        replace(step.field, by: present)
        return true
    }

    private func values(
        of field: String, _ budget: inout OptionBudget
    ) throws(OptionValueError) -> [TextValue] {
        try budget.spend(fields.count)
        let values = values(of: field)
        try budget.spend(values.count)
        return values
    }

    private mutating func replace(_ name: String, by values: [TextValue]) {
        let place = fields.firstIndex { $0.name == name } ?? fields.count
        fields.removeAll { $0.name == name }
        fields.insert(
            contentsOf: values.map { TextField(name, $0, position: $0.position) },
            at: min(place, fields.count))
    }
}
