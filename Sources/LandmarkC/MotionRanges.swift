import CLandmarkInterface
import LandmarkMotion

extension landmark_range {
    /// Converts the range of a movement.
    ///
    /// - Throws: `InterfaceError.outOfMemory`.
    init(_ range: RangeOfMotion, _ arena: Arena) throws(InterfaceError) {
        self.init()
        movement = try arena.string(range.movement.name)
        normal = range.movement.normal
        normal_source = try arena.string(JointMovement.normalSource)
        left = try landmark_side_range(range.sides.first { $0.side == .left }, arena)
        right = try landmark_side_range(range.sides.first { $0.side == .right }, arena)
        difference = range.difference ?? .nan
        difference_error = range.differenceError ?? .nan
    }
}

extension landmark_side_range {
    fileprivate init(_ side: RangeOfMotion.Side?, _ arena: Arena) throws(InterfaceError) {
        self.init()
        peak = side?.peak ?? .nan
        peak_time = side?.peakTime ?? .nan
        plateau = side?.plateau ?? .nan
        start = side?.start ?? .nan
        view_yaw = side?.viewYaw ?? .nan
        error = side?.error ?? .nan
        measured_share = side?.measuredShare ?? 0
        repetitions = Int32(clamping: side?.repetitions ?? 0)
        if let side { plane = try arena.string(side.plane.rawValue) }
    }
}
