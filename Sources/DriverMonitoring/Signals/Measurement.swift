import LandmarkCore
import LandmarkTasks

/// What a face's landmarks say in one frame, before it is compared with the driver's own.
struct Measurement {
    let points: FacePoints
    let eyes: RawEyes
    let head: HeadPose?
    let gaze: EyeGaze?
    /// How open the mouth is, 0…1.
    let mouth: Double?
    let mouthAspectRatio: Double?
    /// How sure the model is of the face, 0…1.
    let presence: Double

    /// Nil for an image without size.
    init?(_ face: Face, in size: PixelSize, isMirrored: Bool) {
        guard let points = FacePoints(face, in: size) else { return nil }
        self.points = points
        eyes = RawEyes(face, points, isMirrored: isMirrored)
        head = face.transformationMatrix.flatMap {
            HeadRotation.pose($0, isMirrored: isMirrored)
        }
        gaze = face.blendshapes.flatMap { EyeGaze($0, isMirrored: isMirrored) }
        mouth = face.blendshapes?.finite(.jawOpen)
        mouthAspectRatio = SixPoints.mouth.aspectRatio(points)
        let presence = Double(face.presence)
        self.presence = presence.isFinite ? presence.clamped(to: 0...1) : 0
    }
}
