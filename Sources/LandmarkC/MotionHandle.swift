import CLandmarkInterface
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// The analysis of one person, held by a caller, with the latest state and the report.
final class MotionHandle: Handle {
    // SAFETY: used only while `lock` is held; the caller reads what it points to until the next
    // call.
    nonisolated(unsafe) let motion: Motion
    let lock = Mutex(())

    final class Motion {
        var analyzer = MotionAnalyzer()
        var frame = MotionFrame()
        var session: ExerciseSession?
        /// Nil if the orientation is given.
        var finder: PoseOrientationFinder?
        var orientation = Orientation.up
        /// Nil if the vertical is given.
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
    /// - Throws: `InterfaceError` for an angle other than -1, 0, 90, 180 or 270.
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

    /// - Throws: `InterfaceError` for a number that is not a person's height.
    func setBodyHeight(_ meters: Double) throws(InterfaceError) {
        let allowed = MotionAnalyzer.Options.bodyHeights
        guard meters == 0 || allowed.contains(meters) else {
            throw .unknownValue(
                name: "meters",
                expected: "a height from \(allowed.lowerBound) to \(allowed.upperBound), or 0",
                got: "\(meters)")
        }
        lock.withLock { _ in motion.analyzer.setBodyHeight(meters > 0 ? meters : nil) }
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
        guard let movement = JointMovement.inSamples.first(where: { $0.name == name }) else {
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
