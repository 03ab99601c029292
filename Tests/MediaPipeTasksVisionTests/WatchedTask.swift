import MediaPipeTasksVision

/// Tasks that say when they go.
enum WatchedTask {
    final class Hand: HandLandmarker {
        var tell: () -> Void = {}
        deinit { tell() }
    }

    final class Pose: PoseLandmarker {
        var tell: () -> Void = {}
        deinit { tell() }
    }

    final class Face: FaceLandmarker {
        var tell: () -> Void = {}
        deinit { tell() }
    }

    final class Detector: FaceDetector {
        var tell: () -> Void = {}
        deinit { tell() }
    }
}

extension AnyTaskOptions {
    /// A task that calls `tell` when it goes.
    func makeWatched(_ tell: @escaping () -> Void) throws -> (any AnyVisionTask)? {
        switch self {
        case let options as HandLandmarkerOptions:
            let task = try WatchedTask.Hand(options: options)
            task.tell = tell
            return task
        case let options as PoseLandmarkerOptions:
            let task = try WatchedTask.Pose(options: options)
            task.tell = tell
            return task
        case let options as FaceLandmarkerOptions:
            let task = try WatchedTask.Face(options: options)
            task.tell = tell
            return task
        case let options as FaceDetectorOptions:
            let task = try WatchedTask.Detector(options: options)
            task.tell = tell
            return task
        default:
            return nil
        }
    }
}
