package import DriverMonitoring
import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// The driver and, if requested, the hands in a frame.
package struct DriverDetections: Sendable {
    package let driver: DriverSighting
    /// nil if only faces are detected.
    package let hands: [Hand]?
}

/// Detects the faces and hands that ``DriverAnalyzer`` needs.
package struct DriverDetector: Sendable {
    private static let maxHands = 2

    private let faces: DriverFaceDetector
    private let hands: HandLandmarker?
    private let transform: InputTransform

    /// Loads the face model and, if requested, the hand model.
    package init(_ settings: DetectionSettings) throws {
        let model = try ModelStore.path(settings.model, model: .face)
        let handModel = settings.includesHands ? try ModelStore.path(of: .hand) : nil
        faces = try DriverFaceDetector(FaceLandmarkerOptions(model: model, settings))
        hands = try handModel.map { path in
            var options = HandLandmarkerOptions(model: .file(path))
            options.numHands = Self.maxHands
            options.runningMode = .video
            if let interval = settings.detectionInterval { options.detectionInterval = interval }
            if let count = settings.threads { options.threads = count }
            options.device = settings.device
            options.logger = Console.logger
            return try HandLandmarker(options: options)
        }
        transform = InputTransform(orientation: settings.orientation)
    }

    @Sendable package func detect(_ frame: Frame) throws(TaskError) -> DriverDetections {
        let frame = transform.apply(to: frame)
        let found = try faces.detect(frame)
        let upright = Frame(
            image: frame.image, timestamp: frame.timestamp, orientation: found.orientation)
        return DriverDetections(
            driver: found.driver, hands: try hands?.detect(upright).instances)
    }
}
