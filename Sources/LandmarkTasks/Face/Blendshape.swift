/// A coefficient of facial expression; the raw value is its index in the model's output.
///
/// Left and right are the person's own. The names are those of ARKit's blend shape locations.
public enum Blendshape: Int, Sendable, Hashable, Codable, CaseIterable {
    /// No expression; the model leaves it near 0.
    case neutral
    /// The left brow is lowered.
    case browDownLeft
    /// The right brow is lowered.
    case browDownRight
    /// The inner ends of both brows are raised.
    case browInnerUp
    /// The outer end of the left brow is raised.
    case browOuterUpLeft
    /// The outer end of the right brow is raised.
    case browOuterUpRight
    /// Both cheeks are puffed.
    case cheekPuff
    /// The left cheek is raised.
    case cheekSquintLeft
    /// The right cheek is raised.
    case cheekSquintRight
    /// The left eye is closed.
    case eyeBlinkLeft
    /// The right eye is closed.
    case eyeBlinkRight
    /// The left eye looks down.
    case eyeLookDownLeft
    /// The right eye looks down.
    case eyeLookDownRight
    /// The left eye looks towards the nose.
    case eyeLookInLeft
    /// The right eye looks towards the nose.
    case eyeLookInRight
    /// The left eye looks away from the nose.
    case eyeLookOutLeft
    /// The right eye looks away from the nose.
    case eyeLookOutRight
    /// The left eye looks up.
    case eyeLookUpLeft
    /// The right eye looks up.
    case eyeLookUpRight
    /// The left eye squints.
    case eyeSquintLeft
    /// The right eye squints.
    case eyeSquintRight
    /// The left eye is opened wide.
    case eyeWideLeft
    /// The right eye is opened wide.
    case eyeWideRight
    /// The jaw is pushed forward.
    case jawForward
    /// The jaw is moved to the left.
    case jawLeft
    /// The jaw is open.
    case jawOpen
    /// The jaw is moved to the right.
    case jawRight
    /// The lips are closed, independently of the jaw.
    case mouthClose
    /// The left corner of the mouth is drawn back.
    case mouthDimpleLeft
    /// The right corner of the mouth is drawn back.
    case mouthDimpleRight
    /// The left corner of the mouth is drawn down.
    case mouthFrownLeft
    /// The right corner of the mouth is drawn down.
    case mouthFrownRight
    /// The lips form an open ring.
    case mouthFunnel
    /// Both lips are moved to the left.
    case mouthLeft
    /// The lower lip is lowered on the left.
    case mouthLowerDownLeft
    /// The lower lip is lowered on the right.
    case mouthLowerDownRight
    /// The lips are pressed together on the left.
    case mouthPressLeft
    /// The lips are pressed together on the right.
    case mouthPressRight
    /// The closed lips are pursed.
    case mouthPucker
    /// Both lips are moved to the right.
    case mouthRight
    /// The lower lip is rolled in.
    case mouthRollLower
    /// The upper lip is rolled in.
    case mouthRollUpper
    /// The lower lip is pushed up.
    case mouthShrugLower
    /// The upper lip is pushed up.
    case mouthShrugUpper
    /// The left corner of the mouth is drawn up.
    case mouthSmileLeft
    /// The right corner of the mouth is drawn up.
    case mouthSmileRight
    /// The left corner of the mouth is drawn out.
    case mouthStretchLeft
    /// The right corner of the mouth is drawn out.
    case mouthStretchRight
    /// The upper lip is raised on the left.
    case mouthUpperUpLeft
    /// The upper lip is raised on the right.
    case mouthUpperUpRight
    /// The left side of the nose is raised.
    case noseSneerLeft
    /// The right side of the nose is raised.
    case noseSneerRight

    /// MediaPipe's name: the case's name, with `_neutral` for `neutral`.
    public var name: String { self == .neutral ? "_neutral" : "\(self)" }
}

/// The 52 coefficients of a facial expression, each 0…1.
public struct Blendshapes: Sendable, Hashable, Codable {
    /// The coefficients in the model's order, which is that of `Blendshape`.
    public let values: [Float]

    /// Creates coefficients from 52 values in the model's order.
    public init(_ values: [Float]) {
        precondition(
            values.count == Blendshape.allCases.count,
            "a face has 52 blendshapes, not \(values.count)")
        self.values = values
    }

    /// Decodes coefficients.
    ///
    /// - Throws: `DecodingError` unless there are 52 numbers.
    public init(from decoder: any Decoder) throws {
        values = try decoder.container(keyedBy: CodingKeys.self)
            .decodeList(.values, count: Blendshape.allCases.count)
    }

    /// The coefficient of `shape`, 0…1.
    public subscript(shape: Blendshape) -> Float { values[shape.rawValue] }
}
