// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

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
@_cdecl("landmark_motion_create_for_person")
#endif
public func landmark_motion_create_for_person(
    _ exercise: UnsafePointer<CChar>?, _ thresholds: UnsafePointer<CChar>?,
    _ motion: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    motion?.pointee = nil
    return status {
        let motion = try required(motion, "motion")
        var definition = try ExerciseDefinition(nameOrJSON: try text(exercise, "exercise"))
        if thresholds != nil {
            definition = try PatientThresholds(json: try text(thresholds, "thresholds"))
                .applied(to: definition)
        }
        motion.pointee = try MotionHandle(definition).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_motion_set_body_height")
#endif
public func landmark_motion_set_body_height(
    _ motion: OpaquePointer?, _ meters: Double
) -> landmark_status {
    status { try MotionHandle.behind(motion, "motion").setBodyHeight(meters) }
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
