/// Options of the assessment of a driver.
public struct DriverOptions: Sendable, Hashable, Codable {
    /// Valid values of `microsleepDuration`, in seconds.
    public static let microsleepDurations = 0.8...2.5

    /// How long the eyes must be closed for a microsleep, in seconds: 1, the usual definition, by
    /// default. Euro NCAP allows 1…2, and one product warns at 1.5. A value outside
    /// `microsleepDurations` is clamped, and one that is not a number counts as 1.
    public var microsleepDuration: Double
    /// The gaze zones of the vehicle: where the road is, and what a driver looks at who does not
    /// look there.
    public var gazeZones: GazeZones

    /// Creates options; the defaults are those of the definition in the article
    /// `HowDriversAreAssessed`.
    public init(microsleepDuration: Double = 1, gazeZones: GazeZones = .leftHandDrive) {
        self.microsleepDuration = microsleepDuration
        self.gazeZones = gazeZones
    }

    /// The duration of a microsleep in milliseconds.
    var microsleep: Int {
        let seconds = microsleepDuration.isNaN ? 1 : microsleepDuration
        return Int((1000 * seconds.clamped(to: Self.microsleepDurations)).rounded())
    }
}
