package import LandmarkMotion
import LandmarkOverlays
package import LandmarkTasks

extension MissingReason {
    /// The name in files.
    package var name: String {
        switch self {
        case .absent: "absent"
        case .lowVisibility: "lowVisibility"
        case .outsideImage: "outsideImage"
        case .implausibleLength: "implausibleLength"
        case .implausibleValue: "implausibleValue"
        case .implausibleSpeed: "implausibleSpeed"
        case .settling: "settling"
        case .plane: "plane"
        case .view: "view"
        case .notObserved: "notObserved"
        case .notFinite: "notFinite"
        }
    }

    /// The landmarks that cause the reason.
    package var landmarks: [PoseJoint] {
        switch self {
        case .lowVisibility(let joint), .outsideImage(let joint), .notFinite(let joint): [joint]
        case .implausibleLength(let one, let other): [one, other]
        case .absent, .settling, .plane, .view, .notObserved, .implausibleValue,
            .implausibleSpeed:
            []
        }
    }

    /// The reason in a few words for people.
    package var sentence: String { unseen.map { "cannot see: \($0)" } ?? displayName }
}
