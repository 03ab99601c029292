import LandmarkTasks

/// A frame's landmarks with left and right swapped where the side guard requires it.
struct FrameLandmarks {
    private let frame: MotionFrame
    private let isSwapped: Bool

    /// - Parameter frame: A frame with 33 of each kind of landmark.
    init(_ frame: MotionFrame, isSwapped: Bool) {
        self.frame = frame
        self.isSwapped = isSwapped
    }

    var hasImage: Bool { frame.hasImage }
    /// The size of the upright image in pixels.
    var pixels: SIMD2<Double> { frame.pixels }
    /// Whether the pose model has taken the person for one who faces the other way, with left and right
    /// exchanged: depths are then those of such a person. Triangulated depths are always right.
    var isDepthReversed: Bool { hasImage && isSwapped != frame.sidesSwapped }
    var head: HeadAxes? { frame.head }

    func hand(_ side: BodySide) -> HandAxes? { frame.hands[isSwapped ? side.other : side] }

    func world(_ index: Int) -> SIMD3<Double> { frame.world[place(index)] }
    func image(_ index: Int) -> SIMD2<Double> { frame.image[place(index)] }

    /// The visibility, 0…1; 0 if it is not a number.
    func visibility(_ index: Int) -> Double {
        let value = frame.visibility[place(index)]
        return value > 0 ? min(value, 1) : 0
    }

    /// Whether the coordinates are finite and small enough for computation.
    func isFinite(_ index: Int) -> Bool {
        let (world, image) = (world(index), image(index))
        let limit = 1e6
        return abs(world.x) < limit && abs(world.y) < limit && abs(world.z) < limit
            && (!hasImage || abs(image.x) < limit && abs(image.y) < limit)
    }

    /// Whether a landmark lies outside the image; false if there is no image.
    func isOutside(_ index: Int) -> Bool {
        guard hasImage else { return false }
        let (point, size) = (image(index), frame.pixels)
        return !(point.x >= 0 && point.y >= 0 && point.x <= size.x && point.y <= size.y)
    }

    func world(_ left: PoseJoint, _ right: PoseJoint) -> BySide<SIMD3<Double>> {
        BySide(left: world(left.rawValue), right: world(right.rawValue))
    }

    private func place(_ index: Int) -> Int {
        isSwapped ? PoseJoint.opposite(of: index) : index
    }
}
