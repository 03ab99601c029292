#if os(Linux)
import LandmarkReports
import LandmarkCore
import LandmarkHistory
import LandmarkOverlays
import LandmarkTasks

extension LiveContent {
    /// The detected shapes as integers, for the page and for recordings.
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
        case .people(let people): people.flatMap { HistoryShape.parts(of: $0, parts) }
        case .masks: []
        case .driver(_, let face):
            face.map { [HistoryShape(id: $0.id, $0.landmarks, parts)] } ?? []
        case .exercise(let people, _):
            people.compactMap { $0.result.pose.map { HistoryShape($0, parts) } }
        }
    }
}

/// A part of a person, by the label of its shape.
enum PersonPart: String, CaseIterable {
    case pose, face, leftHand, rightHand
}

extension HistoryShape {
    /// The parts of a person that were found. Each has an id of its own, which a recording needs to tell
    /// shapes apart.
    fileprivate static func parts(of person: Holistic, _ parts: Int) -> [HistoryShape] {
        PersonPart.allCases.enumerated().compactMap { index, part in
            let id = PersonPart.allCases.count * (person.pose.id - 1) + index + 1
            let landmarks: [Landmark]?
            switch part {
            case .pose: return HistoryShape(person.pose, id: id, label: part.rawValue, parts)
            case .face: landmarks = person.face?.landmarks
            case .leftHand: landmarks = person.leftHand?.landmarks
            case .rightHand: landmarks = person.rightHand?.landmarks
            }
            return landmarks.map { HistoryShape(id: id, label: part.rawValue, $0, parts) }
        }
    }

    fileprivate init(_ pose: Pose, id: Int? = nil, label: String = "", _ parts: Int) {
        self.init(
            id: id ?? pose.id, label: label, stride: 3,
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
