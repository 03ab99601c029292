package import LandmarkCore
package import LandmarkMotion
import LandmarkOverlays

extension JointMovement {
    /// The normal end of the range, such as `180°`.
    package var normalText: String { AngleText.degrees(normal) }
}

extension RangeOfMotion {
    /// A line for each side, and one that compares them.
    package var lines: [String] {
        guard !sides.isEmpty else { return ["\(movement.title): not measured"] }
        return sides.map(line) + [comparison].compactMap { $0 }
    }

    private func line(of side: Side) -> String {
        let clock = TimeText.clock(side.peakTime * 1000, places: 2)
        var parts = [
            "\(side.side.rawValue) \(movement.title) \(AngleText.degrees(side.peak)) at \(clock)"
        ]
        parts.append(side.plateau.map { "kept \(AngleText.degrees($0))" } ?? "not kept for 0.5 s")
        parts.append(String.counted(side.repetitions, "repetition"))
        parts.append(side.place)
        parts.append(
            side.error.map { "±\(AngleText.degrees($0))" } ?? "error unknown")
        return parts.joined(separator: ", ")
            + "; normal to \(movement.normalText) (\(JointMovement.normalSource))"
    }

    private var comparison: String? {
        guard let difference else { return nil }
        let amount = AngleText.degrees(abs(difference))
        let words =
            "\(amount) \(difference < 0 ? "less" : "more") on the left than on the right"
        guard let error = differenceError else { return words }
        let isWithin = abs(difference) <= error
        return words
            + ", \(isWithin ? "within" : "beyond") the error of ±\(AngleText.degrees(error))"
    }
}

extension RangeOfMotion.Side {
    /// Where it was measured, such as `in the image (front, 12°)`.
    fileprivate var place: String {
        let view = MotionSample.View(yaw: viewYaw).map { "\($0.rawValue), " } ?? ""
        let plane = plane == .image ? "in the image" : "in space"
        return "\(plane) (\(view)\(AngleText.degrees(viewYaw)))"
    }
}

extension JSONText {
    /// Writes a person's range of motion as an object.
    package mutating func range(_ range: RangeOfMotion, file: String) {
        object { json in
            json.key("file")
            json.string(file)
            json.key("id")
            json.integer(range.id)
            json.key("movement")
            json.string(range.movement.name)
            json.key("normal")
            json.number(range.movement.normal)
            json.key("normalSource")
            json.string(JointMovement.normalSource)
            for side in range.sides {
                json.key(side.side.rawValue)
                json.object { $0.members(of: side) }
            }
            json.key("difference")
            json.number(range.difference)
            json.key("differenceError")
            json.number(range.differenceError)
        }
    }

    private mutating func members(of side: RangeOfMotion.Side) {
        let numbers: [(String, Double?)] = [
            ("peak", side.peak), ("peakMs", side.peakTime * 1000), ("plateau", side.plateau),
            ("start", side.start), ("yaw", side.viewYaw), ("error", side.error),
            ("measuredShare", side.measuredShare),
        ]
        for (name, value) in numbers {
            key(name)
            number(value)
        }
        key("repetitions")
        integer(side.repetitions)
        key("plane")
        string(side.plane.rawValue)
    }
}
