import LandmarkDrawing
package import LandmarkImaging
package import LandmarkTasks

extension LandmarkOverlay {
    /// Body, face and hands of a person, in drawing order. The body has the label, and omits the parts that
    /// face and hands show in more detail.
    package static func person(
        _ pose: Pose?, face: Face?, leftHand: Hand?, rightHand: Hand?
    ) -> [LandmarkOverlay] {
        var body = pose?.overlay
        if face != nil { body?.omitted.formUnion(PoseJoint.inFace.map(\.rawValue)) }
        if leftHand != nil { body?.omitted.formUnion(PoseJoint.inLeftHand.map(\.rawValue)) }
        if rightHand != nil { body?.omitted.formUnion(PoseJoint.inRightHand.map(\.rawValue)) }
        let parts: [LandmarkOverlay?] = [face?.overlay, leftHand?.overlay, rightHand?.overlay]
        return [body].compactMap { $0 }
            + parts.compactMap { $0 }.map { part in
                var part = part
                if pose != nil { part.label = nil }
                return part
            }
    }
}

extension PoseJoint {
    /// The joints that a face shows in more detail.
    package static let inFace = [
        nose, leftEyeInner, leftEye, leftEyeOuter, rightEyeInner, rightEye, rightEyeOuter, leftEar,
        rightEar, mouthLeft, mouthRight,
    ]
    /// The joints that a left hand shows in more detail.
    package static let inLeftHand = [leftPinky, leftIndex, leftThumb]
    /// The joints that a right hand shows in more detail.
    package static let inRightHand = [rightPinky, rightIndex, rightThumb]
}

extension PixelBuffer {
    /// A copy of the image with overlays drawn over it.
    ///
    /// - Throws: `ImagingError` when they cannot be drawn.
    package func drawn(
        _ overlays: [LandmarkOverlay], style: LandmarkOverlay.Style = .init()
    ) throws(ImagingError) -> PixelBuffer {
        let canvas = try Canvas(self)
        for overlay in overlays { try overlay.draw(on: canvas, style: style) }
        return try canvas.image()
    }
}
