import LandmarkTasks

/// Both eyes as they are seen, and which of them count.
struct RawEyes {
    /// The eye of a turned head that is narrower than this part of the other is not read: of a lid
    /// that it cannot see the mesh invents one.
    private static let narrowest = 0.85

    let left: RawEye?
    let right: RawEye?

    /// The eyes of a face; with the driver's left and right exchanged in a mirrored image.
    init(_ face: Face, _ points: FacePoints, isMirrored: Bool) {
        let shapes = face.blendshapes
        let one = RawEye(.leftEye, points, blink: shapes?.finite(.eyeBlinkLeft))
        let other = RawEye(.rightEye, points, blink: shapes?.finite(.eyeBlinkRight))
        // An expression that is none makes the eyes ones that cannot be read.
        let isBroken =
            shapes.map { $0.finite(.eyeBlinkLeft) == nil || $0.finite(.eyeBlinkRight) == nil }
            ?? false
        left = isBroken ? nil : isMirrored ? other : one
        right = isBroken ? nil : isMirrored ? one : other
    }

    /// Whether the left eye counts.
    var usesLeft: Bool { Self.isUsed(left, beside: right) }
    /// Whether the right eye counts.
    var usesRight: Bool { Self.isUsed(right, beside: left) }
    /// The eyes that count.
    var used: (left: RawEye?, right: RawEye?) {
        (usesLeft ? left : nil, usesRight ? right : nil)
    }

    private static func isUsed(_ eye: RawEye?, beside other: RawEye?) -> Bool {
        guard let eye else { return false }
        guard let other else { return true }
        return eye.width >= narrowest * other.width
    }
}

extension Blendshapes {
    /// The coefficient, 0…1; nil when it is none, and by more than rounding.
    func finite(_ shape: Blendshape) -> Double? {
        let value = Double(self[shape])
        return (-0.01...1.01).contains(value) ? value.clamped(to: 0...1) : nil
    }
}
