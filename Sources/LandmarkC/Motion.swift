// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

extension landmark_pose_sample: SizedStructure {
    static let name = "landmark_pose_sample"
    static let firstSize = 48

    init(defaults: Void) {
        self.init()
        size = MemoryLayout<Self>.size
    }

    /// The time in seconds.
    fileprivate var time: Double { Double(timestamp_ms) / 1000 }

    /// Returns the pose, or nil if no one is visible.
    ///
    /// - Throws: `InterfaceError` if one of the lists is missing or the image has no size.
    fileprivate func pose() throws(InterfaceError) -> Pose? {
        if landmarks == nil, world_landmarks == nil { return nil }
        let landmarks = try required(landmarks, "sample.landmarks")
        let world = try required(world_landmarks, "sample.world_landmarks")
        guard image_width > 0, image_height > 0 else {
            throw .unknownValue(
                name: "sample.image_width × image_height", expected: "the image's size",
                got: "\(image_width) × \(image_height)")
        }
        func known(_ value: Float) -> Float? { value.isNaN ? nil : value }
        func points<Point: LandmarkPoint>(_ points: UnsafePointer<landmark_point>) -> [Point] {
            (0..<Pose.landmarkCount).map {
                let point = points[$0]
                return Point(
                    x: point.x, y: point.y, z: point.z, visibility: known(point.visibility),
                    presence: known(point.presence))
            }
        }
        return Pose(
            id: Int(id), presence: 1, landmarks: points(landmarks), worldLandmarks: points(world),
            region: .full)
    }
}

/// The analysis of one person, held by a caller, with the latest state and the report.
private final class MotionHandle: Handle {
    // SAFETY: used only while `lock` is held; the caller reads what it points to until the next
    // call.
    nonisolated(unsafe) fileprivate let motion: Motion
    fileprivate let lock = Mutex(())

    fileprivate final class Motion {
        var analyzer = MotionAnalyzer()
        var frame = MotionFrame()
        var session: ExerciseSession?
        var recorded: (movement: JointMovement, recording: MotionRecording)?
        let range = UnsafeMutablePointer<landmark_range>.allocate(capacity: 1)
        let rangeArena = Arena()
        let state = UnsafeMutablePointer<landmark_motion_state>.allocate(capacity: 1)
        let report = UnsafeMutablePointer<landmark_exercise_report>.allocate(capacity: 1)
        let stateArena = Arena()
        let reportArena = Arena()

        init(_ session: ExerciseSession?) {
            self.session = session
            state.initialize(to: landmark_motion_state())
            report.initialize(to: landmark_exercise_report())
            range.initialize(to: landmark_range())
        }

        deinit {
            state.deallocate()
            report.deallocate()
            range.deallocate()
        }
    }

    /// - Throws: `ExerciseError` for an exercise that is unknown or not valid.
    init(_ definition: ExerciseDefinition?) throws {
        motion = Motion(try definition.map { try ExerciseSession($0) })
    }

    func update(_ sample: landmark_pose_sample) throws -> UnsafePointer<landmark_motion_state> {
        let pose = try sample.pose()
        return try lock.withLock { _ in
            let measured: MotionSample
            if let pose {
                motion.frame.set(
                    pose, at: sample.time,
                    imageSize: PixelSize(
                        width: Int(sample.image_width), height: Int(sample.image_height)))
                measured = try motion.analyzer.update(motion.frame)
            } else {
                measured = try motion.analyzer.updateAbsent(at: sample.time)
            }
            motion.recorded?.recording.add(measured)
            let events = motion.session?.update(measured) ?? []
            motion.stateArena.removeAll()
            motion.state.pointee = try landmark_motion_state(
                measured, motion.session?.status, events, motion.stateArena)
            return UnsafePointer(motion.state)
        }
    }

    func finish() throws -> UnsafePointer<landmark_exercise_report> {
        try lock.withLock { _ in
            guard motion.session != nil else {
                throw InterfaceError.unknownValue(
                    name: "motion", expected: "one created with an exercise", got: "one without")
            }
            _ = motion.session?.finish()
            guard let report = motion.session?.report() else { return UnsafePointer(motion.report) }
            motion.reportArena.removeAll()
            motion.report.pointee = try landmark_exercise_report(report, motion.reportArena)
            return UnsafePointer(motion.report)
        }
    }
}

extension MotionHandle {
    func record(_ name: String) throws {
        guard let movement = JointMovement(name: name) else {
            throw InterfaceError.unknownValue(
                name: "movement", expected: "a name of landmark_movement_name()", got: name)
        }
        lock.withLock { _ in
            motion.recorded = (movement, MotionRecording(movement.measures))
        }
    }

    func range() throws -> UnsafePointer<landmark_range> {
        try lock.withLock { _ in
            guard let recorded = motion.recorded else {
                throw InterfaceError.unknownValue(
                    name: "motion", expected: "one that records a movement", got: "one without")
            }
            motion.rangeArena.removeAll()
            motion.range.pointee = try landmark_range(
                RangeOfMotion(of: recorded.movement, in: recorded.recording), motion.rangeArena)
            return UnsafePointer(motion.range)
        }
    }
}

private let movementNames = StaticStrings(JointMovement.all.map(\.name))
private let measureNames = StaticStrings(Measure.allCases.map(\.name))
private let measureUnits = StaticStrings(Measure.allCases.map(\.unit.rawValue))
private let exerciseNames = StaticStrings(ExerciseDefinition.all.map(\.name))

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_measure_count")
#endif
public func landmark_measure_count() -> Int { measureNames.count }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_measure_name")
#endif
public func landmark_measure_name(_ measure: Int) -> UnsafePointer<CChar>? { measureNames[measure] }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_measure_unit")
#endif
public func landmark_measure_unit(_ measure: Int) -> UnsafePointer<CChar>? { measureUnits[measure] }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_exercise_count")
#endif
public func landmark_exercise_count() -> Int { exerciseNames.count }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_exercise_name")
#endif
public func landmark_exercise_name(_ index: Int) -> UnsafePointer<CChar>? { exerciseNames[index] }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_movement_count")
#endif
public func landmark_movement_count() -> Int { movementNames.count }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_movement_name")
#endif
public func landmark_movement_name(_ index: Int) -> UnsafePointer<CChar>? { movementNames[index] }

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_pose_sample_init")
#endif
public func landmark_pose_sample_init(
    _ sample: UnsafeMutablePointer<landmark_pose_sample>?, _ size: Int
) {
    landmark_pose_sample.setDefaults(in: sample, size: size)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_create")
#endif
public func landmark_motion_create(
    _ exercise: UnsafePointer<CChar>?, _ motion: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    motion?.pointee = nil
    return status {
        let motion = try required(motion, "motion")
        let definition =
            exercise == nil
            ? nil : try ExerciseDefinition(nameOrJSON: try text(exercise, "exercise"))
        motion.pointee = try MotionHandle(definition).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_update")
#endif
public func landmark_motion_update(
    _ motion: OpaquePointer?, _ sample: UnsafePointer<landmark_pose_sample>?,
    _ state: UnsafeMutablePointer<UnsafePointer<landmark_motion_state>?>?
) -> landmark_status {
    status {
        let state = try required(state, "state")
        let sample = try landmark_pose_sample(sample, "sample")
        state.pointee = try MotionHandle.behind(motion, "motion").update(sample)
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_finish")
#endif
public func landmark_motion_finish(
    _ motion: OpaquePointer?,
    _ report: UnsafeMutablePointer<UnsafePointer<landmark_exercise_report>?>?
) -> landmark_status {
    status {
        let report = try required(report, "report")
        report.pointee = try MotionHandle.behind(motion, "motion").finish()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_record")
#endif
public func landmark_motion_record(
    _ motion: OpaquePointer?, _ movement: UnsafePointer<CChar>?
) -> landmark_status {
    status {
        try MotionHandle.behind(motion, "motion").record(try text(movement, "movement"))
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_range")
#endif
public func landmark_motion_range(
    _ motion: OpaquePointer?,
    _ range: UnsafeMutablePointer<UnsafePointer<landmark_range>?>?
) -> landmark_status {
    status {
        let range = try required(range, "range")
        range.pointee = try MotionHandle.behind(motion, "motion").range()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_free")
#endif
public func landmark_motion_free(_ motion: OpaquePointer?) { MotionHandle.release(motion) }
