import LandmarkTasks

extension MeasureFormulas {
    /// The torso's landmarks, from which the size of a pixel is computed.
    private static let torso: [PoseJoint] = [.leftShoulder, .rightShoulder, .leftHip, .rightHip]

    /// The position of the hips' midpoint in meters: in space from several cameras; from a single camera in
    /// the image, relative to its center, where perspective leaves a point at any depth.
    func pelvis(_ quantity: Quantity) -> Outcome {
        guard points.hasImage else {
            return switch quantity {
            case .pelvisAcross: .value(hips.middle.x)
            case .pelvisUp: .value(hips.middle.dot(up))
            default: .value(hips.middle.z)
            }
        }
        guard quantity != .pelvisAway else { return .missing(.notObserved) }
        guard let scale = metersPerPixel else { return .missing(.plane) }
        let (left, right) = (PoseJoint.leftHip.rawValue, PoseJoint.rightHip.rawValue)
        let pixels = (points.image(left) + points.image(right) - points.pixels) / 2
        return .value((quantity == .pelvisAcross ? pixels.x : -pixels.y) * scale)
    }

    /// The size of a pixel at the torso, in meters: the spread of its landmarks in space, parallel to the
    /// image, divided by that in the image. Nil if they coincide in the image.
    private var metersPerPixel: Double? {
        var (world, image) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        for joint in Self.torso {
            let place = points.world(joint.rawValue)
            world += SIMD2(place.x, place.y) / Double(Self.torso.count)
            image += points.image(joint.rawValue) / Double(Self.torso.count)
        }
        var (meters, pixels) = (0.0, 0.0)
        for joint in Self.torso {
            let place = points.world(joint.rawValue)
            let (inSpace, inImage) = (
                SIMD2(place.x, place.y) - world, points.image(joint.rawValue) - image
            )
            meters += inSpace.dot(inSpace)
            pixels += inImage.dot(inImage)
        }
        return pixels > 1 ? (meters / pixels).squareRoot() : nil
    }
}
