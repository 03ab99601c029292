import LandmarkTasks
import Testing

/// Connections between points, and what is known of them; by name in a log, for there are
/// thousands.
struct ConnectionCase: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [Connection]
    let count: Int
    /// The highest number of a point.
    let highest: Int

    var testDescription: String { name }

    static let all = [
        ConnectionCase(name: "hand", lines: HandConnections.all, count: 21, highest: 20),
        ConnectionCase(name: "pose", lines: PoseConnections.all, count: 35, highest: 32),
        ConnectionCase(name: "lips", lines: FaceConnections.lips, count: 40, highest: 415),
        ConnectionCase(name: "oval", lines: FaceConnections.oval, count: 36, highest: 454),
        ConnectionCase(name: "contours", lines: FaceConnections.contours, count: 132, highest: 477),
        ConnectionCase(
            name: "tesselation", lines: FaceConnections.tesselation, count: 2556, highest: 467),
    ]
}
