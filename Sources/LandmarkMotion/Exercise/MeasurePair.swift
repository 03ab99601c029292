/// A quantity that is measured on both sides of the body, such as knee flexion.
public struct MeasurePair: Sendable, Hashable {
    /// The measure of the person's left side.
    public let left: Measure

    init(_ left: Measure) { self.left = left }

    /// Finds a pair by name, such as `kneeFlexion`; nil if no measure with two sides has that name.
    public init?(name: String) {
        guard let pair = Measure.pair(named: name) else { return nil }
        left = pair.left
    }

    /// The measure of the person's right side.
    public var right: Measure { left.opposite }

    /// The measure of a side.
    public subscript(side: BodySide) -> Measure { side == .left ? left : right }

    /// The name without the side, such as `kneeFlexion`.
    public var name: String { left.baseName }

    /// Knee flexion.
    public static let kneeFlexion = MeasurePair(.kneeFlexionLeft)
    /// Hip flexion.
    public static let hipFlexion = MeasurePair(.hipFlexionLeft)
    /// Hip abduction.
    public static let hipAbduction = MeasurePair(.hipAbductionLeft)
    /// Hip abduction in the image.
    public static let hipAbduction2D = MeasurePair(.hipAbduction2DLeft)
    /// Elbow flexion.
    public static let elbowFlexion = MeasurePair(.elbowFlexionLeft)
    /// Shoulder flexion.
    public static let shoulderFlexion = MeasurePair(.shoulderFlexionLeft)
    /// Shoulder abduction.
    public static let shoulderAbduction = MeasurePair(.shoulderAbductionLeft)
    /// Shoulder abduction in the image.
    public static let shoulderAbduction2D = MeasurePair(.shoulderAbduction2DLeft)
    /// Shoulder elevation: the angle between the arm and the direction down the trunk.
    public static let shoulderElevation = MeasurePair(.shoulderElevationLeft)
    /// Frontal plane projection angle.
    public static let fppa = MeasurePair(.fppaLeft)
    /// How far the heel is above the toes, in degrees.
    public static let footPitch = MeasurePair(.footPitchLeft)
    /// Height of the ankle above the other ankle, in meters.
    public static let footLift = MeasurePair(.footLiftLeft)
    /// Distance of the heel in front of the pelvis, in meters.
    public static let heelForward = MeasurePair(.heelForwardLeft)
    /// Distance of the toes in front of the pelvis, in meters.
    public static let toeForward = MeasurePair(.toeForwardLeft)
}
