import AppSupport
import Foundation
import LandmarkMotion
import LandmarkTasks

extension MissingReason {
    /// What the camera cannot see, or should see differently.
    var message: String {
        switch self {
        case .absent: Localized.text("missing.absent")
        case .lowVisibility(let joint), .notFinite(let joint):
            Localized.text("missing.joint", joint.words as NSString)
        case .outsideImage(let joint): Localized.text("missing.outside", joint.words as NSString)
        case .implausibleLength(let joint, let other):
            Localized.text("missing.joints", joint.words as NSString, other.words as NSString)
        case .implausibleValue, .implausibleSpeed: Localized.text("missing.implausible")
        case .settling: Localized.text("missing.settling")
        case .plane, .view: Localized.text("missing.view")
        case .notObserved: Localized.text("missing.notObserved")
        }
    }
}

extension PoseJoint {
    /// The name in words, such as “left ankle”.
    var words: String { Localized.text("joint.\(self)") }
}

extension BodySide {
    /// The side as a word.
    var words: String {
        switch self {
        case .left: Localized.text("side.left")
        case .right: Localized.text("side.right")
        }
    }
}

extension ExerciseState {
    /// The state as the person sees it.
    var words: String {
        switch self {
        case .unknown: Localized.text("phase.unknown")
        case .holding: Localized.text("phase.holding")
        case .standingUp: Localized.text("phase.standingUp")
        case .sittingDown: Localized.text("phase.sittingDown")
        case .top: Localized.text("phase.top")
        case .down: Localized.text("phase.down")
        case .bottom: Localized.text("phase.bottom")
        case .up: Localized.text("phase.up")
        case .seated: Localized.text("phase.seated")
        case .walking: Localized.text("phase.walking")
        case .turning: Localized.text("phase.turning")
        case .finished: Localized.text("phase.finished")
        }
    }
}
