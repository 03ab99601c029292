import LandmarkCore

extension Measure {
    /// The error of a value from one camera, in degrees, without what the view hides; nil if unknown.
    /// <doc:MeasuringRanges#Errors> gives the sources.
    ///
    /// In space, the root mean square over the three cameras of Pose2Sim's balancing trial, full
    /// model. In the image, for shoulders the root mean square difference between the full and the heavy
    /// model in 23 peaks of raised arms, 4.5°; for knees, squats from the side against an inertial sensor,
    /// −2.3 ± 6.4°.
    public var singleCameraError: Double? {
        switch quantity {
        case .shoulderFlexion, .shoulderAbduction, .shoulderElevation: 14
        case .elbowFlexion: 23
        case .hipFlexion, .hipAbduction: 14
        case .kneeFlexion: 22
        case .shoulderRotation: 26
        case .hipRotation: 23
        case .shoulderFlexion2D, .shoulderAbduction2D: 5
        case .kneeFlexion2D: 7
        default: nil
        }
    }

    /// The error of a value from one camera for a person who faces `yaw` degrees away from it: the known
    /// error, and in the image also what foreshortening can hide.
    ///
    /// - Parameter yaw: The direction; nil if unknown, which stands for the least favorable direction of the
    ///   view.
    package func error(at yaw: Double?) -> Double? {
        singleCameraError.map { $0 + hidden(at: yaw) }
    }

    /// How much smaller an angle can appear in the image than it is: α appears as atan(tan α · cos ψ), ψ from
    /// the view that shows the plane. 0 in space. A direction that is nil or not finite is unknown.
    func hidden(at yaw: Double?) -> Double {
        guard plane == .image else { return 0 }
        let known = yaw.flatMap { $0.isFinite ? $0 : nil }
        let angle = (known ?? (isFrontal ? 45 : 60)) / Degrees.perRadian
        let share = abs(isFrontal ? FloatMath.cos(angle) : FloatMath.cos(angle - .pi / 2))
        let sine = (1 - share) / (1 + share)
        return Degrees.atan2(sine, (1 - sine * sine).squareRoot())
    }

    /// Whether this is a measure of the frontal plane in the image.
    private var isFrontal: Bool {
        switch quantity {
        case .hipAbduction2D, .shoulderAbduction2D, .trunkLateral2D, .fppa: true
        default: false
        }
    }
}
