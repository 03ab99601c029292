public import Foundation
import LandmarkTasks

/// The person that a `HolisticLandmarker` found in one image. The arrays of a part that was not found
/// are empty.
#if canImport(ObjectiveC)
@objc(MPPHolisticLandmarkerResult) @objcMembers
#endif
open class HolisticLandmarkerResult: TaskResult {
    /// The landmarks of the face in image coordinates: 478 of the model with attention, whose last ten
    /// are the irises', otherwise 468.
    public let faceLandmarks: [NormalizedLandmark]
    /// The blendshapes of the face; always nil in a landmarker's results.
    public let faceBlendshapes: Classifications?
    /// The 33 landmarks of the pose in image coordinates, with visibility and presence.
    public let poseLandmarks: [NormalizedLandmark]
    /// The same landmarks in meters.
    public let poseWorldLandmarks: [Landmark]
    /// The segmentation mask of the person, with a probability per pixel of the image; nil unless
    /// requested by the options, and without a person.
    public let poseSegmentationMask: Mask?
    /// The 21 landmarks of the person's left hand in image coordinates, indexed by `HandLandmark`.
    public let leftHandLandmarks: [NormalizedLandmark]
    /// The same landmarks in meters.
    public let leftHandWorldLandmarks: [Landmark]
    /// The 21 landmarks of the person's right hand in image coordinates, indexed by `HandLandmark`.
    public let rightHandLandmarks: [NormalizedLandmark]
    /// The same landmarks in meters.
    public let rightHandWorldLandmarks: [Landmark]

    /// Creates a result.
    public init(
        faceLandmarks: [NormalizedLandmark], faceBlendshapes: Classifications?,
        poseLandmarks: [NormalizedLandmark], poseWorldLandmarks: [Landmark],
        poseSegmentationMask: Mask?, leftHandLandmarks: [NormalizedLandmark],
        leftHandWorldLandmarks: [Landmark], rightHandLandmarks: [NormalizedLandmark],
        rightHandWorldLandmarks: [Landmark], timestampInMilliseconds: Int
    ) {
        self.faceLandmarks = faceLandmarks
        self.faceBlendshapes = faceBlendshapes
        self.poseLandmarks = poseLandmarks
        self.poseWorldLandmarks = poseWorldLandmarks
        self.poseSegmentationMask = poseSegmentationMask
        self.leftHandLandmarks = leftHandLandmarks
        self.leftHandWorldLandmarks = leftHandWorldLandmarks
        self.rightHandLandmarks = rightHandLandmarks
        self.rightHandWorldLandmarks = rightHandWorldLandmarks
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// Returns a `HolisticLandmarkerResult` with the same content, including a copy of the mask.
    open override func copy(with zone: NSZone? = nil) -> Any {
        HolisticLandmarkerResult(
            faceLandmarks: faceLandmarks, faceBlendshapes: faceBlendshapes,
            poseLandmarks: poseLandmarks, poseWorldLandmarks: poseWorldLandmarks,
            poseSegmentationMask: poseSegmentationMask?.copied(),
            leftHandLandmarks: leftHandLandmarks, leftHandWorldLandmarks: leftHandWorldLandmarks,
            rightHandLandmarks: rightHandLandmarks,
            rightHandWorldLandmarks: rightHandWorldLandmarks,
            timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ result: LandmarkTasks.HolisticLandmarkerResult, at timestamp: Int) {
        let person = result.person
        func image(_ hand: Hand?) -> [NormalizedLandmark] {
            hand?.landmarks.map(NormalizedLandmark.init) ?? []
        }
        func world(_ hand: Hand?) -> [Landmark] { hand?.worldLandmarks.map(Landmark.init) ?? [] }
        self.init(
            faceLandmarks: person?.face?.landmarks.map(NormalizedLandmark.init) ?? [],
            faceBlendshapes: nil,
            poseLandmarks: person?.pose.landmarks.map(NormalizedLandmark.init) ?? [],
            poseWorldLandmarks: person?.pose.worldLandmarks.map(Landmark.init) ?? [],
            poseSegmentationMask: person?.pose.mask.flatMap(Mask.init),
            leftHandLandmarks: image(person?.leftHand),
            leftHandWorldLandmarks: world(person?.leftHand),
            rightHandLandmarks: image(person?.rightHand),
            rightHandWorldLandmarks: world(person?.rightHand), timestampInMilliseconds: timestamp)
    }
}
