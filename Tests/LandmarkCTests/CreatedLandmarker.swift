import CLandmarkInterface
import Testing

/// A landmarker, freed with this object.
final class CreatedLandmarker {
    let pointer: OpaquePointer

    init(
        _ task: landmark_task, model: String,
        _ change: (inout landmark_options) -> Void = { _ in }
    ) throws {
        var options = landmark_options()
        landmark_options_init(&options, MemoryLayout<landmark_options>.size)
        change(&options)
        var landmarker: OpaquePointer?
        let status = model.withCString { path in
            options.model_path = path
            return landmark_create(task, &options, &landmarker)
        }
        try #require(status == LANDMARK_OK)
        pointer = try #require(landmarker)
    }

    deinit { landmark_free(pointer) }
}
