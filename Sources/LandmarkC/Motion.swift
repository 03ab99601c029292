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

    fileprivate var imageSize: PixelSize {
        PixelSize(width: Int(image_width), height: Int(image_height))
    }

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
        /// Nil where the orientation is stated.
        var finder: PoseOrientationFinder?
        var orientation = Orientation.up
        /// Nil where the vertical is stated.
        var vertical: VerticalEstimator?
        var selector = PersonSelector()
        var recorded: (movement: JointMovement, recording: MotionRecording)?
        let range = UnsafeMutablePointer<landmark_range>.allocate(capacity: 1)
        let rangeArena = Arena()
        let state = UnsafeMutablePointer<landmark_motion_state>.allocate(capacity: 1)
        let report = UnsafeMutablePointer<landmark_exercise_report>.allocate(capacity: 1)
        let stateArena = Arena()
        let reportArena = Arena()

        init(_ session: ExerciseSession?) {
            self.session = session
            finder = session?.definition.isOnFloor == true ? nil : PoseOrientationFinder()
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
            if let found = motion.finder?.update(
                pose.map { [$0] } ?? [], imageSize: sample.imageSize, at: sample.time)
            {
                motion.orientation = found
            }
            if let pose {
                motion.frame.set(
                    pose, at: sample.time, imageSize: sample.imageSize,
                    orientation: motion.orientation)
                motion.vertical?.add(motion.frame)
                if let up = motion.vertical?.estimate?.up { motion.analyzer.setUp(up) }
                measured = try motion.analyzer.update(motion.frame)
            } else {
                measured = try motion.analyzer.updateAbsent(at: sample.time)
            }
            motion.recorded?.recording.add(measured)
            let events = motion.session?.update(measured) ?? []
            motion.stateArena.removeAll()
            motion.state.pointee = try landmark_motion_state(
                measured, motion.session?.status, events, motion.stateArena)
            motion.state.pointee.rotation_degrees = motion.orientation.clockwiseDegrees
            let up = MotionAnalyzer.Options.direction(motion.analyzer.options.up)
            motion.state.pointee.up = up.map { ($0.x, $0.y, $0.z) } ?? (0, -1, 0)
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
    /// - Throws: `InterfaceError` for another angle than -1, 0, 90, 180 or 270.
    func setRotation(_ degrees: Int32) throws(InterfaceError) {
        if degrees == -1 {
            lock.withLock { _ in motion.finder = PoseOrientationFinder() }
            return
        }
        guard let orientation = Orientation(clockwiseDegrees: degrees) else {
            throw .unknownValue(
                name: "rotation_degrees", expected: "-1, 0, 90, 180 or 270", got: "\(degrees)")
        }
        lock.withLock { _ in
            motion.finder = nil
            motion.orientation = orientation
        }
    }

    /// - Throws: `InterfaceError` for a direction without a length.
    func setUp(_ up: UnsafePointer<Double>?) throws(InterfaceError) {
        guard let up else {
            lock.withLock { _ in motion.vertical = VerticalEstimator() }
            return
        }
        guard let direction = MotionAnalyzer.Options.direction(SIMD3(up[0], up[1], up[2])) else {
            throw .unknownValue(
                name: "up", expected: "a direction", got: "\(up[0]), \(up[1]), \(up[2])")
        }
        lock.withLock { _ in
            motion.vertical = nil
            motion.analyzer.setUp(direction)
        }
    }

    /// The index of the chosen person, and the id; nil if the person is not among the samples.
    func choose(
        among samples: [landmark_pose_sample]
    ) throws(InterfaceError) -> (index: Int, id: Int)? {
        var frames: [MotionFrame] = []
        var places: [Int] = []
        let orientation = lock.withLock { _ in motion.orientation }
        for (place, sample) in samples.enumerated() {
            guard let pose = try sample.pose() else { continue }
            var frame = MotionFrame()
            frame.set(
                pose, at: sample.time, imageSize: sample.imageSize, orientation: orientation)
            frames.append(frame)
            places.append(place)
        }
        let time = samples.first?.time ?? 0
        return lock.withLock { _ in
            guard let index = motion.selector.select(from: frames, at: time) else { return nil }
            return (places[index], motion.selector.id ?? frames[index].id)
        }
    }

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
@_cdecl("landmark_motion_set_rotation")
#endif
public func landmark_motion_set_rotation(
    _ motion: OpaquePointer?, _ rotation_degrees: Int32
) -> landmark_status {
    status {
        try MotionHandle.behind(motion, "motion").setRotation(rotation_degrees)
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_set_up")
#endif
public func landmark_motion_set_up(
    _ motion: OpaquePointer?, _ up: UnsafePointer<Double>?
) -> landmark_status {
    status {
        try MotionHandle.behind(motion, "motion").setUp(up)
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_choose")
#endif
public func landmark_motion_choose(
    _ motion: OpaquePointer?,
    _ samples: UnsafePointer<UnsafePointer<landmark_pose_sample>?>?, _ count: Int,
    _ index: UnsafeMutablePointer<Int32>?, _ id: UnsafeMutablePointer<Int32>?
) -> landmark_status {
    status {
        let index = try required(index, "index")
        let id = try required(id, "id")
        guard count >= 0 else {
            throw InterfaceError.unknownValue(
                name: "count", expected: "at least 0", got: "\(count)")
        }
        let samples = try (0..<count).map {
            try landmark_pose_sample(try required(samples, "samples")[$0], "samples")
        }
        let chosen = try MotionHandle.behind(motion, "motion").choose(among: samples)
        index.pointee = chosen.flatMap { Int32(exactly: $0.index) } ?? -1
        id.pointee = chosen.flatMap { Int32(exactly: $0.id) } ?? 0
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
