// The header documents the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLandmarkInterface
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension landmark_options: SizedStructure {
    static let name = "landmark_options"
    static let firstSize = 128

    init(defaults: Void) {
        self.init()
        size = MemoryLayout<Self>.size
        running_mode = LANDMARK_IMAGE_MODE
        max_count = 1
        min_detection_confidence = 0.5
        min_presence_confidence = 0.5
        min_tracking_confidence = 0.5
        min_suppression_threshold = 0.3
        smoothing = LANDMARK_SMOOTHING_MEDIAPIPE
        smoothing_min_cutoff = 1
        smoothing_beta = 0
        track_retention = 1
        detection_interval = 1
        precision = LANDMARK_PRECISION_SINGLE
        device = LANDMARK_DEVICE_CPU
        variant = LANDMARK_TASKS
    }

    /// Sets the options that all tasks share.
    ///
    /// - Throws: `InterfaceError`.
    fileprivate func apply<Options: LandmarkTaskOptions>(
        to type: Options.Type
    ) throws(InterfaceError) -> Options {
        var options = Options(model: try modelSource(model_path, model_bytes, model_byte_count))
        switch running_mode {
        case LANDMARK_IMAGE_MODE: options.runningMode = .image
        case LANDMARK_VIDEO_MODE: options.runningMode = .video
        default:
            throw .unknownValue(
                name: "running_mode", expected: "a landmark_running_mode",
                got: "\(running_mode.rawValue)")
        }
        if let count = try threadCount(threads) { options.threads = count }
        options.device = try computeDevice(device, precision)
        return options
    }

    /// Sets the options that all tasks with a detector share.
    ///
    /// - Throws: `InterfaceError`.
    fileprivate func applyDetection<Options: DetectionOptions>(
        to type: Options.Type
    ) throws(InterfaceError) -> Options {
        var options = try apply(to: Options.self)
        options.minDetectionConfidence = min_detection_confidence
        return options
    }

    /// Sets the options that all tracking tasks share.
    ///
    /// - Throws: `InterfaceError`.
    fileprivate func applyTracking<Options: TrackingOptions>(
        to type: Options.Type
    ) throws(InterfaceError) -> Options {
        var options = try applyDetection(to: Options.self)
        options.maxCount = Int(max_count)
        switch variant {
        case LANDMARK_TASKS: options.variant = .tasks
        case LANDMARK_SOLUTIONS: options.variant = .solutions
        default:
            throw .unknownValue(
                name: "variant", expected: "a landmark_variant", got: "\(variant.rawValue)")
        }
        options.minPresenceConfidence = min_presence_confidence
        options.minTrackingConfidence = min_tracking_confidence
        options.trackRetention = track_retention
        guard detection_interval >= 0 else {
            throw .unknownValue(
                name: "detection_interval", expected: "at least 0", got: "\(detection_interval)")
        }
        options.detectionInterval =
            detection_interval == 0 ? .adaptive : .frames(Int(detection_interval))
        options.smoothing = try smoothingKind()
        return options
    }

    private func smoothingKind() throws(InterfaceError) -> Smoothing {
        switch smoothing {
        case LANDMARK_SMOOTHING_MEDIAPIPE: return .mediaPipe
        case LANDMARK_SMOOTHING_OFF: return .off
        case LANDMARK_SMOOTHING_ONE_EURO:
            return .oneEuro(minCutoff: smoothing_min_cutoff, beta: smoothing_beta)
        default:
            throw .unknownValue(
                name: "smoothing", expected: "a landmark_smoothing", got: "\(smoothing.rawValue)")
        }
    }

    /// The options of a holistic landmarker.
    ///
    /// - Throws: `InterfaceError`.
    private func holistic() throws(InterfaceError) -> HolisticLandmarkerOptions {
        var options = try applyDetection(to: HolisticLandmarkerOptions.self)
        options.minPresenceConfidence = min_presence_confidence
        options.segmentationMasks = segmentation_masks
        options.smoothing = try smoothingKind()
        if let hand_model_path {
            options.handModel = .file(try text(hand_model_path, "hand_model_path"))
        }
        if let face_model_path {
            options.faceModel = .file(try text(face_model_path, "face_model_path"))
        }
        return options
    }

    fileprivate func landmarker(
        _ task: landmark_task
    ) throws -> any DetectsForInterface {
        switch task {
        case LANDMARK_HAND:
            return try HandLandmarker(options: applyTracking(to: HandLandmarkerOptions.self))
        case LANDMARK_POSE:
            var options = try applyTracking(to: PoseLandmarkerOptions.self)
            options.segmentationMasks = segmentation_masks
            options.sideGuard = side_guard
            return try PoseLandmarker(options: options)
        case LANDMARK_FACE:
            var options = try applyTracking(to: FaceLandmarkerOptions.self)
            options.blendshapes = blendshapes
            options.transformationMatrices = transformation_matrices
            return try FaceLandmarker(options: options)
        case LANDMARK_FACE_DETECTOR:
            var options = try applyDetection(to: FaceDetectorOptions.self)
            options.minSuppressionThreshold = min_suppression_threshold
            return try FaceDetector(options: options)
        case LANDMARK_SEGMENTER:
            return try ImageSegmenter(options: apply(to: ImageSegmenterOptions.self))
        case LANDMARK_HOLISTIC:
            return try HolisticLandmarker(options: holistic())
        default:
            throw InterfaceError.unknownValue(
                name: "task", expected: "a landmark_task", got: "\(task.rawValue)")
        }
    }
}

/// Returns the model named by a caller's options.
///
/// - Throws: `InterfaceError` if the options have no model, or both a path and bytes.
func modelSource(
    _ path: UnsafePointer<CChar>?, _ bytes: UnsafeRawPointer?, _ count: Int
) throws(InterfaceError) -> ModelSource {
    guard (path == nil) != (bytes == nil) else {
        throw .unknownValue(
            name: "model", expected: "either model_path or model_bytes",
            got: path == nil ? "neither" : "both")
    }
    guard let bytes else { return .file(try text(path, "model_path")) }
    // Files of models and bundles have offsets of 32 bits.
    guard 0...Int(UInt32.max) ~= count else {
        throw .unknownValue(
            name: "model_byte_count", expected: "below 2³²", got: "\(UInt(bitPattern: count))")
    }
    return .bytes(
        [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)), name: "model_bytes")
}

/// A landmarker of any task.
protocol DetectsForInterface: Sendable {
    func result(of image: PixelBuffer, _ orientation: Orientation) throws -> ResultHandle
    func result(of frame: Frame) throws -> ResultHandle
    func reset()
}

extension Landmarker: DetectsForInterface where Task: InterfaceTask {
    func result(
        of image: PixelBuffer, _ orientation: Orientation
    ) throws -> ResultHandle {
        try ResultHandle(detect(image, orientation: orientation), of: Task.self)
    }

    func result(of frame: Frame) throws -> ResultHandle {
        try ResultHandle(detect(frame), of: Task.self)
    }
}

/// A landmarker held by a caller.
final class LandmarkerHandle: Handle {
    let landmarker: any DetectsForInterface

    init(_ landmarker: any DetectsForInterface) { self.landmarker = landmarker }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_options_init")
#endif
public func landmark_options_init(
    _ options: UnsafeMutablePointer<landmark_options>?, _ size: Int
) {
    landmark_options.setDefaults(in: options, size: size)
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_create")
#endif
public func landmark_create(
    _ task: landmark_task, _ options: UnsafePointer<landmark_options>?,
    _ landmarker: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    landmarker?.pointee = nil
    return status {
        let landmarker = try required(landmarker, "landmarker")
        let options = try landmark_options(options, "options")
        let created = try namingFields { try options.landmarker(task) }
        landmarker.pointee = LandmarkerHandle(created).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_detect")
#endif
public func landmark_detect(
    _ landmarker: OpaquePointer?, _ image: UnsafePointer<landmark_image>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    result?.pointee = nil
    return status {
        let result = try required(result, "result")
        let landmarker = try LandmarkerHandle.behind(landmarker, "landmarker").landmarker
        let image = try landmark_image(image, "image")
        result.pointee = try landmarker.result(of: image.borrowed(), image.orientation())
            .handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_detect_for_video")
#endif
public func landmark_detect_for_video(
    _ landmarker: OpaquePointer?, _ image: UnsafePointer<landmark_image>?, _ timestamp_ms: Int64,
    _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> landmark_status {
    result?.pointee = nil
    return status {
        let result = try required(result, "result")
        let landmarker = try LandmarkerHandle.behind(landmarker, "landmarker").landmarker
        let frame = try landmark_image(image, "image").frame(at: timestamp_ms)
        result.pointee = try landmarker.result(of: frame).handedOut()
    }
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_reset")
#endif
public func landmark_reset(_ landmarker: OpaquePointer?) {
    (try? LandmarkerHandle.behind(landmarker, "landmarker"))?.landmarker.reset()
}

#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("landmark_free")
#endif
public func landmark_free(_ landmarker: OpaquePointer?) { LandmarkerHandle.release(landmarker) }
