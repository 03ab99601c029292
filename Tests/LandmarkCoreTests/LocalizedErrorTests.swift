import DriverMonitoring
import Foundation
import LandmarkCalculators
import LandmarkCapture
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkInference
import LandmarkModelFile
import LandmarkMotion
import LandmarkTasks
import Testing

/// One error of each type that users can catch.
@Suite struct LocalizedErrorTests {
    private static let errors: [any LandmarkError] = [
        ModelFileError.notAFile(path: "a.task"),
        ImagingError.emptyFile(file: "a.png"),
        CaptureError.emptyFile(file: "a.mp4"),
        InferenceError.threadsUnavailable(2),
        TaskError.resultHandlerMissing,
        DriverError.timestampOutOfRange(.milliseconds(-1)),
        MotionError.timeNotIncreasing(time: 1, last: 2),
        ExerciseError.emptyList(path: "faults"),
        CalibrationError.tooFewCameras(count: 1, least: 2),
        ViewTransformError.invalidImageSize(PixelSize(width: 0, height: 0)),
        GraphError.invalid([]),
        GraphRunError.unknownStream("a"),
        StandardCalculatorError("a fault"),
        GraphRunnerError.noOutput,
        VisionCalculatorError.unsupported("a"),
    ]

    @Test("localizedDescription states the fact", arguments: errors.indices)
    func description(index: Int) {
        let error = Self.errors[index]
        #expect((error as any Error).localizedDescription == error.description)
        #expect(!error.description.isEmpty || error is GraphError)
    }
}
