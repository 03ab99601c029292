public import Foundation
import LandmarkTasks

/// How a `FaceLandmarker` is set up. The model is a bundle, such as `face_landmarker.task`.
open class FaceLandmarkerOptions: TaskOptions {
    /// How images come.
    open var runningMode = RunningMode.image
    /// Who gets the results of a live stream; must be set in that mode, and in no other.
    open weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?
    /// The most faces to find, at least 1.
    open var numFaces = 1
    /// The lowest score, 0…1, of a face that is looked at further.
    open var minFaceDetectionConfidence: Float = 0.5
    /// The presence score, 0…1, that a face must exceed.
    open var minFacePresenceConfidence: Float = 0.5
    /// The overlap, 0…1, above which a followed and a newly found region are one; without
    /// use in image mode.
    open var minTrackingConfidence: Float = 0.5
    /// Whether each face comes with its 52 expression coefficients.
    open var outputFaceBlendshapes = false
    /// Whether each face comes with the matrix that places the canonical mesh.
    open var outputFacialTransformationMatrixes = false

    /// Options with MediaPipe's defaults.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = FaceLandmarkerOptions()
        copy.take(self)
        return copy
    }

    override func take(_ other: TaskOptions) {
        super.take(other)
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

extension LandmarkTasks.FaceLandmarkerOptions {
    init(_ options: FaceLandmarkerOptions) throws {
        self.init(model: .file(try ModelPath.resolve(options.baseOptions.modelAssetPath)))
        runningMode = LandmarkTasks.RunningMode(options.runningMode)
        numFaces = options.numFaces
        minDetectionConfidence = options.minFaceDetectionConfidence
        minPresenceConfidence = options.minFacePresenceConfidence
        minTrackingConfidence = options.minTrackingConfidence
        blendshapes = options.outputFaceBlendshapes
        transformationMatrices = options.outputFacialTransformationMatrixes
    }
}
