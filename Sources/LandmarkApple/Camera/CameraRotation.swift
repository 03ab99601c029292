import LandmarkCore

/// The rotation of a camera's frames, written on the main thread and read for every frame.
package final class CameraRotation: Sendable {
    /// The clockwise rotations, in degrees, that make frames upright.
    package struct Angles: Sendable, Hashable {
        /// Relative to gravity.
        package var capture = 0.0
        /// Relative to the interface.
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

/// The rotation of a phone's or tablet's interface.
package enum InterfaceTurn: Sendable, Hashable, CaseIterable {
    case portrait
    case portraitUpsideDown
    /// The home button or the bottom edge is to the right.
    case landscapeRight
    /// The home button or the bottom edge is to the left.
    case landscapeLeft

    /// The clockwise rotation, in degrees, that makes unmirrored frames upright.
    ///
    /// A back camera's frames are upright when the bottom edge is to the right, a front camera's when it is
    /// to the left.
    package func rotation(of position: CameraPosition) -> Double {
        switch self {
        case .portrait: 90
        case .portraitUpsideDown: 270
        case .landscapeRight: position == .back ? 0 : 180
        case .landscapeLeft: position == .back ? 180 : 0
        }
    }

    /// The turn for which a camera's frames need a rotation; the inverse of `rotation(of:)`.
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
