public import Foundation
import LandmarkTasks

/// Options of a `FaceLandmarker`. The model is a bundle such as `face_landmarker.task`.
#if canImport(ObjectiveC)
@objc(MPPFaceLandmarkerOptions) @objcMembers
#endif
open class FaceLandmarkerOptions: TaskOptions {
    /// How images are passed to the landmarker.
    open var runningMode = RunningMode.image
    /// The delegate that receives the results of a live stream. Required in that mode, and not
    /// allowed in the others.
    open weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?
    /// Maximum number of faces to detect, at least 1.
    open var numFaces = 1
    /// Minimum detector score (0…1) for a face detection to be accepted.
    open var minFaceDetectionConfidence: Float = 0.5
    /// Presence score (0…1) that a face must exceed.
    open var minFacePresenceConfidence: Float = 0.5
    /// IoU (0…1) above which a tracked and a newly detected region are the same face; not used in
    /// image mode.
    open var minTrackingConfidence: Float = 0.5
    /// Whether to output the 52 blendshapes of each face.
    open var outputFaceBlendshapes = false
    /// Whether to output the facial transformation matrix of each face.
    open var outputFacialTransformationMatrixes = false

    /// Creates options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Returns a `FaceLandmarkerOptions` with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = FaceLandmarkerOptions()
        copy.assign(from: self)
        return copy
    }

    override func assign(from other: TaskOptions) {
        super.assign(from: other)
        guard let other = other as? FaceLandmarkerOptions else { return }
        runningMode = other.runningMode
        faceLandmarkerLiveStreamDelegate = other.faceLandmarkerLiveStreamDelegate
        numFaces = other.numFaces
        minFaceDetectionConfidence = other.minFaceDetectionConfidence
        minFacePresenceConfidence = other.minFacePresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        outputFaceBlendshapes = other.outputFaceBlendshapes
        outputFacialTransformationMatrixes = other.outputFacialTransformationMatrixes
    }
}

extension FaceLandmarkerOptions: VisionTaskOptions {
    typealias Task = FaceTask

    var hasDelegate: Bool { faceLandmarkerLiveStreamDelegate != nil }

    func configure(_ options: inout LandmarkTasks.FaceLandmarkerOptions) {
        options.numFaces = numFaces
        options.minDetectionConfidence = minFaceDetectionConfidence
        options.minPresenceConfidence = minFacePresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        options.detectionInterval = .everyFrame
        options.blendshapes = outputFaceBlendshapes
        options.transformationMatrices = outputFacialTransformationMatrixes
    }
}

/// The results of a `FaceLandmarker` for one image; each array has one element per face.
#if canImport(ObjectiveC)
@objc(MPPFaceLandmarkerResult) @objcMembers
#endif
open class FaceLandmarkerResult: TaskResult {
    /// The 478 landmarks of each face: 0…467 the mesh, 468…472 the right iris, 473…477 the left.
    public let faceLandmarks: [[NormalizedLandmark]]
    /// The 52 blendshapes of each face; empty unless requested by the options.
    public let faceBlendshapes: [Classifications]
    /// The facial transformation matrices; empty unless requested by the options. A face that is
    /// too small has none and is skipped.
    public let facialTransformationMatrixes: [TransformMatrix]

    /// Creates a result.
    public init(
        faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications],
        facialTransformationMatrixes: [TransformMatrix], timestampInMilliseconds: Int
    ) {
        self.faceLandmarks = faceLandmarks
        self.faceBlendshapes = faceBlendshapes
        self.facialTransformationMatrixes = facialTransformationMatrixes
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Returns a `FaceLandmarkerResult` with the same content, including copies of the matrices.
    open override func copy(with zone: NSZone? = nil) -> Any {
        FaceLandmarkerResult(
            faceLandmarks: faceLandmarks, faceBlendshapes: faceBlendshapes,
            facialTransformationMatrixes: facialTransformationMatrixes.map { $0.copied() },
            timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ result: LandmarkTasks.FaceLandmarkerResult, at timestamp: Int) {
        self.init(
            faceLandmarks: result.faces.map { $0.landmarks.map(NormalizedLandmark.init) },
            faceBlendshapes: result.faces.compactMap { $0.blendshapes.map(Classifications.init) },
            facialTransformationMatrixes: result.faces.compactMap {
                $0.transformationMatrix.map(TransformMatrix.init)
            },
            timestampInMilliseconds: timestamp)
    }
}

extension Classifications {
    fileprivate convenience init(_ blendshapes: Blendshapes) {
        self.init(
            headIndex: 0, headName: "",
            categories: Blendshape.allCases.map { shape in
                ResultCategory(
                    index: shape.rawValue, score: blendshapes[shape], categoryName: shape.name,
                    displayName: nil)
            })
    }
}

/// Receives the results of a `FaceLandmarker` in live stream mode. The landmarker holds its
/// delegate weakly.
///
/// The method is called on the landmarker's private serial queue, in frame order. It is not called
/// for dropped frames.
#if canImport(ObjectiveC)
@objc(MPPFaceLandmarkerLiveStreamDelegate)
#endif
public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Handles the result of a frame: `result` and the frame's timestamp, or `error` and `Int.min`.
    #if canImport(ObjectiveC)
    @objc(faceLandmarker:didFinishDetectionWithResult:timestampInMilliseconds:error:)
    #endif
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
