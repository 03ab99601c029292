extension TextMessage {
    /// This message with the fields of another, as protobuf merges: a single value replaces one,
    /// messages are merged, repeated fields follow each other. What is repeated shows only in the
    /// text: a field that stands several times, or as a list, in either message.
    func merged(
        with other: TextMessage, _ work: inout OptionWork
    ) throws(OptionFault) -> TextMessage {
        try work.spend(fields.count + other.fields.count)
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
                result.fields[place] = try Self.merged(fields[place], field, &work)
            } else {
                result.fields += added
            }
        }
        return result
    }

    private static func merged(
        _ mine: TextField, _ theirs: TextField, _ work: inout OptionWork
    ) throws(OptionFault) -> TextField {
        guard case .message(let base)? = mine.values.first?.content,
            case .message(let over)? = theirs.values.first?.content
        else { return theirs }
        return TextField(
            theirs.name, kind: theirs.kind, .message(try base.merged(with: over, &work)),
            position: theirs.position)
    }

    /// The values of the field at the end of a path, or the message itself; nil when a message or an
    /// index on the way is missing.
    func values(
        at path: ArraySlice<OptionPath.Step>, _ work: inout OptionWork
    ) throws(OptionFault) -> [TextValue]? {
        guard let step = path.first else { return [TextValue(.message(self))] }
        let values = try values(of: step.field, &work)
        if path.count == 1 {
            guard let index = step.index else { return values }
            return index < values.count ? [values[index]] : nil
        }
        let index = step.index ?? 0
        guard index < values.count, case .message(let next) = values[index].content else {
            return nil
        }
        return try next.values(at: path.dropFirst(), &work)
    }

    /// Gives the field at the end of a path these values: all of it, or the one with the path's
    /// index. Messages are merged with those that were there. False when an index is too great or
    /// a field on the way is no message.
    mutating func set(
        _ values: [TextValue], at path: ArraySlice<OptionPath.Step>, _ work: inout OptionWork
    ) throws(OptionFault) -> Bool {
        guard let step = path.first else { return false }
        try work.spend(values.count)
        var present = try self.values(of: step.field, &work)
        let index = step.index ?? 0
        if path.count > 1 {
            guard index <= present.count else { return false }
            if index == present.count { present.append(.message()) }
            guard case .message(var next) = present[index].content,
                try next.set(values, at: path.dropFirst(), &work)
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
                changed.append(.message(try base.merged(with: over, &work)))
            }
            present = changed
        }
        replace(step.field, by: present)
        return true
    }

    private func values(
        of field: String, _ work: inout OptionWork
    ) throws(OptionFault) -> [TextValue] {
        try work.spend(fields.count)
        let values = values(of: field)
        try work.spend(values.count)
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
