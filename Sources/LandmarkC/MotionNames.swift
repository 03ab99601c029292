// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CLandmarkInterface
import LandmarkMotion

extension JointMovement {
    /// The movements that samples of this interface, which have no hands, can show.
    static let inSamples = all.filter { !$0.needsHands }
}

private let movementNames = StaticStrings(JointMovement.inSamples.map(\.name))
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
