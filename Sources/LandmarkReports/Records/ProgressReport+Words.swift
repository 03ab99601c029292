import LandmarkCore
package import LandmarkMotion
import LandmarkOverlays

extension ProgressReport {
    /// The report for people: the visits, a line for each quantity, and remarks on their errors.
    package var lines: [String] {
        var lines = visits.enumerated().map { "visit \($0.offset + 1): \($0.element)" }
        lines += rows.map(line)
        if rows.allSatisfy(\.changes.isEmpty) {
            lines.append(
                "No number was measured at more than one visit, so there is nothing to compare.")
        }
        lines.append(
            "A change within the error shows nothing. Angles from one camera have errors of 10° to 25°."
                + " This is not a medical device.")
        return lines
    }

    private func line(of row: Row) -> String {
        let values = row.values.map { $0.map { Self.text($0.value, row.unit) } ?? "–" }
        var parts = ["\(row.title): \(values.joined(separator: " → "))"]
        let isLong = row.changes.count > 1
        for change in isLong ? row.changes.suffix(2).reversed() : row.changes {
            let since = isLong ? "since visit \(change.from + 1) " : ""
            parts.append(since + Self.words(change, row.unit))
        }
        let planes = Set(row.values.compactMap { $0?.plane })
        if planes.count > 1 { parts.append("not measured in the same plane at all visits") }
        if !row.hasSameConditions {
            parts.append("not with the same thresholds, or height, at all visits")
        }
        return parts.joined(separator: "; ")
    }

    private static func words(_ change: Change, _ unit: SessionQuantity.Unit) -> String {
        let size = text(abs(change.difference), unit)
        let direction = change.difference < 0 ? "less" : "more"
        let amount = change.difference == 0 ? "unchanged" : "\(size) \(direction)"
        guard let error = change.error else { return amount + ", error unknown" }
        let limit = "the error of ±\(text(error, unit))"
        switch change.verdict {
        case .withinError: return "\(amount), within \(limit)"
        case .progress: return "\(amount), beyond \(limit): progress"
        case .decline: return "\(amount), beyond \(limit): decline"
        case .changed, .errorNotKnown: return "\(amount), beyond \(limit)"
        }
    }

    private static func text(_ value: Double, _ unit: SessionQuantity.Unit) -> String {
        switch unit {
        case .degrees: AngleText.degrees(value)
        case .meters: AngleText.centimeters(value)
        case .seconds: "\(String(value, places: 1)) s"
        case .percent: "\(String(value, places: 0)) %"
        case .count: String(value, places: 0)
        case .perMinute: "\(String(value, places: 0))/min"
        }
    }

    /// The report as a line of JSON.
    package var json: [UInt8] {
        var text = JSONText()
        text.object { json in
            json.list("visits", visits) { $0.string($1) }
            json.objects("quantities", rows) { $0.members(of: $1) }
        }
        return text.bytes + [UInt8(ascii: "\n")]
    }

    /// The report as CSV: a line for each change.
    package var csv: [UInt8] {
        var text = CSVText()
        for row in rows {
            for change in row.changes {
                text.field(row.name.source.rawValue)
                text.field(row.name.subject)
                text.field(row.name.side?.rawValue ?? "")
                text.field(row.name.quantity)
                text.field(row.unit.rawValue)
                for visit in [change.from, change.to] {
                    text.field(visit + 1)
                    text.field(visits[visit])
                    text.field(row.values[visit]?.value)
                }
                text.field(change.difference)
                text.field(change.error)
                text.field(change.verdict.rawValue)
                text.endLine()
            }
        }
        return CSVText.header([
            "source", "of", "side", "name", "unit", "from", "fromFile", "fromValue", "to", "toFile",
            "toValue", "change", "error", "verdict",
        ]) + text.bytes
    }
}

extension ProgressReport.Row {
    /// The quantity in words, such as “squat, left: peak”.
    fileprivate var title: String {
        let side = name.side.map { ", \($0.rawValue)" } ?? ""
        return "\(name.subject)\(side): \(name.quantity)".shortened(to: 80)
    }
}

extension JSONText {
    fileprivate mutating func members(of row: ProgressReport.Row) {
        members(of: row.name)
        key("unit")
        string(row.unit.rawValue)
        word("better", row.better?.rawValue)
        key("sameConditions")
        flag(row.hasSameConditions)
        list("values", row.values) { json, value in
            json.optional(value) { value, json in
                json.object { json in
                    json.key("value")
                    json.number(value.value)
                    json.key("error")
                    json.number(value.error)
                    json.word("plane", value.plane?.rawValue)
                }
            }
        }
        objects("changes", row.changes) { json, change in
            json.key("from")
            json.integer(change.from + 1)
            json.key("to")
            json.integer(change.to + 1)
            json.key("change")
            json.number(change.difference)
            json.key("error")
            json.number(change.error)
            json.key("verdict")
            json.string(change.verdict.rawValue)
        }
    }
}
