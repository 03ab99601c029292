import LandmarkDrawing
import LandmarkGraph
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkTasks

/// Draws people's joint angles and the state of their exercise on images.
///
/// Inputs in addition to IMAGE: POSES `[Pose]`, MOTION `MotionResult` and STATUS `ExerciseResult`,
/// each optional. Without MOTION, only the poses are drawn; if MOTION does not specify measures,
/// those of the exercise are drawn, or the flexion of the large joints.
struct MotionRenderer: LandmarkRenderer {
    private let poses: [Pose]
    private let motion: MotionResult?
    private let exercise: ExerciseResult?

    static func declareInputs(_ contract: inout CalculatorContract) {
        contract.input("POSES", 0, .type([Pose].self), optional: true)
        contract.input("MOTION", 0, .type(MotionResult.self), optional: true)
        contract.input("STATUS", 0, .type(ExerciseResult.self), optional: true)
    }

    init(_ inputs: StreamInputs) throws {
        poses = try inputs["POSES"].value([Pose].self) ?? []
        motion = try inputs["MOTION"].value(MotionResult.self)
        exercise = try inputs["STATUS"].value(ExerciseResult.self)
    }

    func draw(on canvas: Canvas) throws {
        guard let motion else {
            for pose in poses { try pose.overlay.draw(on: canvas) }
            return
        }
        let people = motion.people.map { sample in
            MotionOverlay.Person(
                sample: sample, pose: poses.first { $0.id == sample.id },
                status: exercise?.people.first { $0.id == sample.id }?.status)
        }
        try MotionOverlay(
            people,
            measures: motion.measures ?? exercise?.definition.measures ?? Measure.largeJoints,
            definition: exercise?.definition, target: exercise?.target, on: canvas
        ).draw()
    }
}
