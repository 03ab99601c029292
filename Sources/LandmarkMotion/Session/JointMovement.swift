/// A movement of a joint whose range is measured, as with a goniometer: flexion of the knee, for
/// example.
public struct JointMovement: Sendable, Hashable {
    /// The name that commands and files use, such as `shoulder-abduction`.
    public let name: String
    /// The name for people to read, such as “shoulder abduction”.
    public let title: String
    /// The measure of both sides in space.
    public let space: MeasurePair
    /// The measure of both sides in the image, for views that show the movement's plane; `space` where no
    /// view does, as for rotations.
    public let image: MeasurePair
    /// Whether the movement lowers the measure, as extension lowers flexion. Its range is then the
    /// negative of the measure.
    public let isReversed: Bool
    /// The normal end of the range in degrees, as in ``normalSource``.
    public let normal: Double
    /// The root mean square error of the measure in space from one camera, in degrees; nil if unknown.
    /// <doc:MeasuringRanges> gives the sources.
    public let spaceError: Double?
    /// The error of the measure in the image in degrees, without foreshortening; nil if unknown.
    public let imageError: Double?

    /// The source of normal ranges.
    public static let normalSource = "AAOS 1965"

    /// All movements.
    public static let all: [JointMovement] = table.map(JointMovement.init)

    /// Finds a movement by name; nil if none has the name.
    public init?(name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The measures of both sides, in the image and in space, each once.
    public var measures: [Measure] {
        space == image
            ? [space.left, space.right] : [image.left, image.right, space.left, space.right]
    }

    /// Whether the movement is measured only where a hand landmarker has found the hands.
    package var needsHands: Bool { space.left == .forearmPronationLeft }

    /// The position in the range at a value of the measure.
    package func position(of value: Double) -> Double { isReversed ? -value : value }

    /// The measure of a side in a frame: in the image if it is measured there, or else in space;
    /// nil if neither is.
    package func measure(of side: BodySide, in sample: MotionSample) -> Measure? {
        [image[side], space[side]].first { sample[$0].state == .measured }
    }

    private init(_ row: Row) {
        name = row.name
        title = String(row.name.map { $0 == "-" ? " " : $0 })
        space = MeasurePair(row.space)
        image = MeasurePair(row.image)
        isReversed = row.isReversed
        normal = row.normal
        spaceError = row.space.singleCameraError
        imageError = row.image.singleCameraError
    }

    private struct Row {
        let name: String
        let space, image: Measure
        let isReversed: Bool
        let normal: Double

        init(
            _ name: String, _ space: Measure, _ image: Measure? = nil, reversed: Bool = false,
            normal: Double
        ) {
            self.name = name
            self.space = space
            self.image = image ?? space
            isReversed = reversed
            self.normal = normal
        }
    }

    /// Normal ranges: American Academy of Orthopaedic Surgeons, Joint Motion: Method of Measuring
    /// and Recording, Chicago 1965; also in Norkin and White, Measurement of Joint Motion.
    private static let table: [Row] = [
        Row("shoulder-flexion", .shoulderFlexionLeft, .shoulderFlexion2DLeft, normal: 180),
        Row(
            "shoulder-extension", .shoulderFlexionLeft, .shoulderFlexion2DLeft, reversed: true,
            normal: 60),
        Row("shoulder-abduction", .shoulderAbductionLeft, .shoulderAbduction2DLeft, normal: 180),
        Row("shoulder-internal-rotation", .shoulderRotationLeft, normal: 70),
        Row("shoulder-external-rotation", .shoulderRotationLeft, reversed: true, normal: 90),
        Row("elbow-flexion", .elbowFlexionLeft, .elbowFlexion2DLeft, normal: 150),
        Row("forearm-pronation", .forearmPronationLeft, normal: 80),
        Row("forearm-supination", .forearmPronationLeft, reversed: true, normal: 80),
        Row("hip-flexion", .hipFlexionLeft, .hipFlexion2DLeft, normal: 120),
        Row("hip-extension", .hipFlexionLeft, .hipFlexion2DLeft, reversed: true, normal: 30),
        Row("hip-abduction", .hipAbductionLeft, .hipAbduction2DLeft, normal: 45),
        Row("hip-adduction", .hipAbductionLeft, .hipAbduction2DLeft, reversed: true, normal: 30),
        Row("hip-internal-rotation", .hipRotationLeft, normal: 45),
        Row("hip-external-rotation", .hipRotationLeft, reversed: true, normal: 45),
        Row("knee-flexion", .kneeFlexionLeft, .kneeFlexion2DLeft, normal: 135),
        // The AAOS gives 0 as the end of extension, and hyperextension up to 10.
        Row("knee-extension", .kneeFlexionLeft, .kneeFlexion2DLeft, reversed: true, normal: 0),
        Row(
            "ankle-dorsiflexion", .ankleDorsiflexionLeft, .ankleDorsiflexion2DLeft, normal: 20),
        Row(
            "ankle-plantarflexion", .ankleDorsiflexionLeft, .ankleDorsiflexion2DLeft,
            reversed: true, normal: 50),
    ]
}
