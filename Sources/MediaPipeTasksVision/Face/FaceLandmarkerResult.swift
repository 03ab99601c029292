public import Foundation
import LandmarkTasks

/// What a `FaceLandmarker` found in one image; the arrays have an element for each face.
open class FaceLandmarkerResult: TaskResult {
    /// The 478 points of each face: 0…467 the mesh, 468…472 the right iris, 473…477 the left.
    public let faceLandmarks: [[NormalizedLandmark]]
    /// The 52 expression coefficients of each face; empty unless they were asked for.
    public let faceBlendshapes: [Classifications]
    /// Where the canonical mesh lies; empty unless matrices were asked for, and without those of
    /// faces too small to have one.
    public let facialTransformationMatrixes: [TransformMatrix]

    /// Makes a result.
    public init(
        faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications],
        facialTransformationMatrixes: [TransformMatrix], timestampInMilliseconds: Int
    ) {
        self.faceLandmarks = faceLandmarks
        self.faceBlendshapes = faceBlendshapes
        self.facialTransformationMatrixes = facialTransformationMatrixes
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result of its own with the same content, matrices among it.
    open override func copy(with zone: NSZone? = nil) -> Any {
        FaceLandmarkerResult(
            faceLandmarks: faceLandmarks, faceBlendshapes: faceBlendshapes,
            facialTransformationMatrixes: facialTransformationMatrixes.map { $0.copied() },
            timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension FaceLandmarkerResult {
    convenience init(_ result: LandmarkTasks.FaceLandmarkerResult, timestamp: Int) {
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
