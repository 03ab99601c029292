#if os(Linux)
import LandmarkHistory
import LandmarkTasks

/// The landmarks from which a face's contours are drawn. Recordings of drivers keep only these, because a
/// whole face takes more space than all other data about a driver.
enum FaceContours {
    /// The label of such a shape.
    static let label = "contours"

    /// The lines between these landmarks, with the names of their colors.
    static let groups: [(color: String, lines: [Connection])] = [
        ("middle", FaceConnections.oval),
        ("left", FaceConnections.leftEye + FaceConnections.leftEyebrow),
        ("right", FaceConnections.rightEye + FaceConnections.rightEyebrow),
        ("left", FaceConnections.leftIris), ("right", FaceConnections.rightIris),
        ("lips", FaceConnections.lips),
    ]

    /// The numbers of the landmarks in a face, in order.
    static let landmarks: [Int] = Set(
        groups.flatMap(\.lines).flatMap { [$0.start, $0.end] }
    ).sorted()

    /// ``groups`` by the indices of their landmarks in ``landmarks``.
    static var placedGroups: [(color: String, lines: [Connection])] {
        let places = Dictionary(
            uniqueKeysWithValues: landmarks.enumerated().map { ($1, $0) })
        return groups.map { group in
            (
                group.color,
                group.lines.compactMap { line in
                    guard let start = places[line.start], let end = places[line.end] else {
                        return nil
                    }
                    return Connection(start: start, end: end)
                }
            )
        }
    }

    /// The contours of a face.
    static func shape(of face: HistoryShape) -> HistoryShape {
        let stride = face.stride
        let values = landmarks.filter { ($0 + 1) * stride <= face.values.count }
            .flatMap { face.values[$0 * stride..<($0 + 1) * stride] }
        return HistoryShape(id: face.id, label: label, stride: stride, values: values)
    }
}
#endif
