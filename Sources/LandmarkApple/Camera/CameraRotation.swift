import LandmarkCore

/// How a camera's frames are rotated, written on the main thread and read with every frame.
package final class CameraRotation: Sendable {
    /// Rotations to the right in degrees that make frames upright.
    package struct Angles: Sendable, Hashable {
        /// To gravity.
        package var capture = 0.0
        /// In the interface.
        package var preview = 0.0
    }

    private let angles: Mutex<Angles>

    package init(_ angles: Angles = Angles()) { self.angles = Mutex(angles) }

    /// The newest angles.
    package var current: Angles {
        get { angles.withLock { $0 } }
        set { angles.withLock { $0 = newValue } }
    }
}

/// How the interface of a phone or tablet is turned.
package enum InterfaceTurn: Sendable, Hashable, CaseIterable {
    case portrait
    case portraitUpsideDown
    /// The home button or the bottom edge is to the right.
    case landscapeRight
    /// The home button or the bottom edge is to the left.
    case landscapeLeft

    /// The rotation to the right, in degrees, that makes unmirrored frames upright.
    ///
    /// Sensors lie such that a back camera's frames are upright with the bottom edge to the right, and
    /// a front camera's with it to the left.
    package func rotation(of position: CameraPosition) -> Double {
        switch self {
        case .portrait: 90
        case .portraitUpsideDown: 270
        case .landscapeRight: position == .back ? 0 : 180
        case .landscapeLeft: position == .back ? 180 : 0
        }
    }

    /// The turn in which frames of a camera need a rotation, the inverse of `rotation(of:)`.
    package init(rotation: Double, of position: CameraPosition) {
        self =
            switch Orientation(uprightRotation: rotation) {
            case .right: .portrait
            case .left: .portraitUpsideDown
            case .up: position == .back ? .landscapeRight : .landscapeLeft
            case .down: position == .back ? .landscapeLeft : .landscapeRight
            }
    }
}
