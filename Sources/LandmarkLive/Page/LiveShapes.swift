#if os(Linux)
import LandmarkReports
import LandmarkCore
import LandmarkHistory
import LandmarkOverlays
import LandmarkTasks

extension LiveContent {
    /// What was found, as integers, for the page and for recordings.
    ///
    /// - Parameter parts: The units per image width and height in which landmarks are given.
    func shapes(parts: Int) -> [HistoryShape] {
        switch self {
        case .poses(let poses): poses.map { HistoryShape($0, parts) }
        case .hands(let hands):
            hands.map {
                HistoryShape(id: $0.id, label: $0.handedness.rawValue, $0.landmarks, parts)
            }
        case .faces(let faces): faces.map { HistoryShape(id: $0.id, $0.landmarks, parts) }
        case .driver(_, let face):
            face.map { [HistoryShape(id: $0.id, $0.landmarks, parts)] } ?? []
        case .exercise(let people, _):
            people.compactMap { $0.result.pose.map { HistoryShape($0, parts) } }
        }
    }
}

extension HistoryShape {
    fileprivate init(_ pose: Pose, _ parts: Int) {
        self.init(
            id: pose.id, label: "", stride: 3,
            values: pose.landmarks.flatMap {
                [
                    $0.x.wholes(of: parts), $0.y.wholes(of: parts),
                    ($0.visibility ?? 1).wholes(of: 100),
                ]
            })
    }

    fileprivate init(id: Int, label: String = "", _ landmarks: [Landmark], _ parts: Int) {
        self.init(
            id: id, label: label, stride: 2,
            values: landmarks.flatMap { [$0.x.wholes(of: parts), $0.y.wholes(of: parts)] })
    }
}

extension Float {
    /// The value in units of 1/`parts`, rounded; 0 if it is not finite.
    fileprivate func wholes(of parts: Int) -> Int {
        isFinite ? Int(max(-1e6, min(1e6, self * Float(parts))).rounded()) : 0
    }
}
#endif
