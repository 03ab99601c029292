/// Decides model, hardware, threads and frame rate from a device's load.
///
/// A pure function of injected readings, to be taken about once a second: the policy has no clock
/// and does not query the system. Work steps down at once when the thermal level reaches serious (2) or
/// critical (3), and again for each 10 s that it stays there. It also steps down when the 95th percentile of
/// the latency has been above 0.9 of the frame's budget for 3 s. It steps up by one level only after 60 s in
/// which neither was the case. Low power mode allows only the lightest model at no more than 20 frames a
/// second. The GPU is used only where the device is known to sustain it, while the thermal level is nominal
/// (0) and low power mode is off.
public struct LoadPolicy: Sendable, Hashable {
    /// A reading from the device at one time.
    public struct Reading: Sendable, Hashable, Codable {
        /// The time in seconds.
        public var time: Double
        /// The thermal level: 0 nominal, 1 fair, 2 serious, 3 critical. Other values are clamped to
        /// this range.
        public var thermal: Int
        /// Whether the device is in low power mode.
        public var isLowPower: Bool
        /// The 95th percentile of the latency divided by the frame's budget at the frame rate; nil (or NaN)
        /// if unknown, in which case only the thermal level decides.
        public var latency: Double?

        /// Creates a reading.
        public init(time: Double, thermal: Int, isLowPower: Bool = false, latency: Double?) {
            self.time = time
            self.thermal = thermal
            self.isLowPower = isLowPower
            self.latency = latency
        }
    }

    /// The share of the budget above which latency is too high.
    public static let latencyLimit = 0.9
    /// Seconds of excessive latency before a step down.
    public static let latencyPatience = 3.0
    /// The thermal level from which work steps down.
    public static let seriousThermal = 2
    /// Seconds at a serious thermal level before another step down: a device takes time to cool.
    public static let thermalPatience = 10.0
    /// Seconds without trouble before a step up.
    public static let recovery = 60.0
    /// The longest interval in seconds between readings that still covers the time between them. Longer
    /// intervals occur when an app is in the background.
    public static let longestSilence = 5.0
    private static let lowPowerRate = 20.0

    /// The device.
    public let device: LoadDevice
    /// The device's levels, from the most work to the least.
    public let levels: [LoadLevel]

    private var index = 0
    private var last: Reading?
    /// Since when latency has been too high, thermals have been serious (or the last step for that
    /// reason), and all has been well.
    private var slowSince: Double?
    private var hotSince: Double?
    private var goodSince: Double?

    /// Creates a policy that begins with the device's first level.
    public init(_ device: LoadDevice) {
        self.device = device
        levels = device.levels
    }

    /// The level to run at.
    public var level: LoadLevel {
        let isLowPower = last?.isLowPower ?? false
        var level = levels[isLowPower ? max(index, lowPowerIndex) : index]
        let isCool = (last?.thermal ?? 0) <= 0
        if device.allowsGPU, isCool, !isLowPower { level.delegate = .gpu }
        return level
    }

    /// Adds a reading that is later than the one before; other readings, and those at a time that is not
    /// finite, are ignored.
    ///
    /// - Returns: The level to run at from now on.
    @discardableResult
    public mutating func update(_ reading: Reading) -> LoadLevel {
        guard reading.time.isFinite, reading.time > last?.time ?? -.infinity else { return level }
        if let last, reading.time - last.time > Self.longestSilence {
            slowSince = nil
            goodSince = nil
        }
        updateThermal(reading)
        updateLatency(reading)
        updateRecovery(reading)
        last = reading
        return level
    }

    private mutating func updateThermal(_ reading: Reading) {
        guard reading.thermal >= Self.seriousThermal else {
            hotSince = nil
            return
        }
        let isWorse = min(reading.thermal, 3) > min(last?.thermal ?? 0, 3)
        if let since = hotSince, !isWorse, reading.time - since < Self.thermalPatience { return }
        hotSince = reading.time
        stepDown()
    }

    private mutating func updateLatency(_ reading: Reading) {
        guard Self.isSlow(reading) else {
            slowSince = nil
            return
        }
        let since = slowSince ?? reading.time
        slowSince = since
        if reading.time - since >= Self.latencyPatience {
            stepDown()
            // The next frames will show whether that was enough.
            slowSince = nil
        }
    }

    private mutating func updateRecovery(_ reading: Reading) {
        guard reading.thermal < Self.seriousThermal, !Self.isSlow(reading) else {
            goodSince = nil
            return
        }
        let since = goodSince ?? reading.time
        goodSince = since
        if reading.time - since >= Self.recovery, index > 0 {
            index -= 1
            goodSince = reading.time
        }
    }

    private static func isSlow(_ reading: Reading) -> Bool {
        (reading.latency ?? 0) > latencyLimit
    }

    private mutating func stepDown() {
        index = min(index + 1, levels.count - 1)
        goodSince = nil
    }

    /// The first level that low power mode allows.
    private var lowPowerIndex: Int {
        levels.firstIndex {
            $0.model == levels[levels.count - 1].model && $0.framesPerSecond <= Self.lowPowerRate
        } ?? levels.count - 1
    }
}

/// The readings of a session and the decisions made from them, to be kept and replayed.
public struct LoadLog: Sendable, Hashable, Codable {
    /// A reading and the level that was decided from it.
    public struct Entry: Sendable, Hashable, Codable {
        /// The reading.
        public var reading: LoadPolicy.Reading
        /// The level to run at from then on.
        public var level: LoadLevel
    }

    /// The device that the decisions were made for.
    public var device: LoadDevice
    /// All readings in order of time.
    public private(set) var entries: [Entry] = []

    /// Creates an empty log.
    public init(device: LoadDevice) { self.device = device }

    /// Adds a reading and the level that a policy decided from it.
    public mutating func add(_ reading: LoadPolicy.Reading, _ level: LoadLevel) {
        entries.append(Entry(reading: reading, level: level))
    }

    /// The levels that a new policy decides from the same readings; equal to those of the entries.
    public func replayed() -> [LoadLevel] {
        var policy = LoadPolicy(device)
        return entries.map { policy.update($0.reading) }
    }
}
