public import LandmarkCore
public import LandmarkTasks

/// The orientation of a head: unit vectors in x right, y down, z away from the camera.
public struct HeadAxes: Sendable, Hashable {
    /// Toward the person's right ear.
    public var right: SIMD3<Double>
    /// Toward the crown.
    public var up: SIMD3<Double>
    /// Out of the face.
    public var forward: SIMD3<Double>

    /// Creates axes from unit vectors at right angles to each other.
    public init(right: SIMD3<Double>, up: SIMD3<Double>, forward: SIMD3<Double>) {
        self.right = right
        self.up = up
        self.forward = forward
    }

    /// Creates axes from a face's transformation matrix, which has x right, y up, z toward the
    /// camera; nil if its columns are zero or not finite.
    ///
    /// - Parameters:
    ///   - matrix: The face's matrix. Its first column points to the person's left.
    ///   - orientation: Where the top of the scene is in the image that the face landmarker
    ///     received.
    ///   - isMirrored: As in `MotionFrame.set(_:at:imageSize:orientation:isMirrored:)`.
    public init?(
        _ matrix: TransformMatrix, orientation: Orientation = .up, isMirrored: Bool = false
    ) {
        let rotation = UprightRotation(orientation, isMirrored: isMirrored)
        let left = rotation.direction(matrix.column(0))
        guard let side = (isMirrored ? left : -left).unit,
            let up = rotation.direction(matrix.column(1)).unit,
            let forward = rotation.direction(matrix.column(2)).unit
        else { return nil }
        self.init(right: side, up: up, forward: forward)
    }
}

/// The orientation of a hand: unit vectors in x right, y down, z away from the camera.
public struct HandAxes: Sendable, Hashable {
    /// From the wrist to the middle finger's knuckle.
    public var fingers: SIMD3<Double>
    /// From the little finger's knuckle to the index finger's: toward the thumb.
    public var thumb: SIMD3<Double>

    /// Creates axes from unit vectors.
    public init(fingers: SIMD3<Double>, thumb: SIMD3<Double>) {
        self.fingers = fingers
        self.thumb = thumb
    }

    /// Creates axes from a hand's unsmoothed world landmarks; nil if they coincide or are not finite.
    init?(_ hand: Hand, _ rotation: UprightRotation) {
        func point(_ joint: HandJoint) -> SIMD3<Double> {
            guard hand.rawWorldLandmarks.indices.contains(joint.rawValue) else {
                return SIMD3(repeating: .nan)
            }
            let point = hand.rawWorldLandmarks[joint.rawValue]
            return rotation.vector(point.x, point.y, point.z)
        }
        guard let fingers = (point(.middleFingerMCP) - point(.wrist)).unit,
            let thumb = (point(.indexFingerMCP) - point(.pinkyMCP)).unit
        else { return nil }
        self.init(fingers: fingers, thumb: thumb)
    }

    /// The unit vector out of the palm of a hand of `side`; nil if the axes are parallel.
    package func palm(of side: BodySide) -> SIMD3<Double>? {
        (side == .right ? thumb.cross(fingers) : fingers.cross(thumb)).unit
    }
}

extension MotionFrame {
    /// The greatest distance, in trunk lengths, between the same point of two landmarkers at which it belongs
    /// to one person.
    private static let maxDistance = 0.5

    /// Fills `hands` with those whose wrists are at this person's wrists, regardless of their
    /// handedness. Call it after `set(_:at:imageSize:orientation:isMirrored:)`; it does not
    /// allocate.
    ///
    /// - Parameters:
    ///   - hands: All hands in the image.
    ///   - orientation: As for the pose.
    ///   - isMirrored: As for the pose.
    public mutating func setHands(
        _ hands: [Hand], orientation: Orientation = .up, isMirrored: Bool = false
    ) {
        let rotation = UprightRotation(orientation, isMirrored: isMirrored)
        self.hands = BySide(left: nil, right: nil)
        var used: Int?
        // The closest pair first, then the remaining hands for the other wrist.
        for _ in 0..<2 {
            var best: (side: BodySide, hand: Int, distance: Double)?
            for wrist in PoseJoint.leftWrist.rawValue...PoseJoint.rightWrist.rawValue {
                let side = wrist == PoseJoint.leftWrist.rawValue ? BodySide.left : .right
                guard self.hands[side] == nil else { continue }
                for index in hands.indices where index != used {
                    let place = place(
                        of: hands[index].rawLandmarks, HandJoint.wrist.rawValue, rotation)
                    guard let distance = distance(from: wrist, to: place),
                        distance < best?.distance ?? Self.maxDistance
                    else { continue }
                    best = (side, index, distance)
                }
            }
            guard let best else { return }
            self.hands[best.side] = HandAxes(hands[best.hand], rotation)
            used = best.hand
        }
    }

    /// Sets `head` from the face at this person's nose that has a transformation matrix. Call it after
    /// `set(_:at:imageSize:orientation:isMirrored:)`; it does not allocate.
    ///
    /// - Parameters:
    ///   - faces: All faces in the image, with the option `transformationMatrices`.
    ///   - orientation: As for the pose.
    ///   - isMirrored: As for the pose.
    public mutating func setHead(
        _ faces: [Face], orientation: Orientation = .up, isMirrored: Bool = false
    ) {
        let rotation = UprightRotation(orientation, isMirrored: isMirrored)
        head = nil
        var least = Self.maxDistance
        for index in faces.indices {
            guard let matrix = faces[index].transformationMatrix,
                let distance = distance(
                    from: PoseJoint.nose.rawValue,
                    to: place(of: faces[index].rawLandmarks, Self.noseTip, rotation)),
                distance < least,
                let axes = HeadAxes(matrix, orientation: orientation, isMirrored: isMirrored)
            else { continue }
            least = distance
            head = axes
        }
    }

    /// The index of the nose's tip among a face's landmarks.
    private static let noseTip = 1

    private func place(
        of landmarks: [Landmark], _ index: Int, _ rotation: UprightRotation
    ) -> SIMD2<Double>? {
        guard landmarks.indices.contains(index) else { return nil }
        return rotation.point(landmarks[index].x, landmarks[index].y) * pixels
    }

    /// The distance of a landmark from `place` in trunk lengths; nil if either is not known.
    private func distance(from landmark: Int, to place: SIMD2<Double>?) -> Double? {
        guard let place, image.count == Self.landmarkCount else { return nil }
        func at(_ joint: PoseJoint) -> SIMD2<Double> { image[joint.rawValue] }
        let trunk = max(
            (at(.leftShoulder) - at(.leftHip)).length, (at(.rightShoulder) - at(.rightHip)).length,
            (at(.leftShoulder) - at(.rightShoulder)).length)
        let distance = (image[landmark] - place).length / trunk
        return distance.isFinite ? distance : nil
    }
}
