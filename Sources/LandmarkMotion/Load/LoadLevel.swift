public import LandmarkCore

/// The work that a device does: model, hardware, threads and frame rate.
public struct LoadLevel: Sendable, Hashable, Codable {
    /// The pose landmarker's model.
    public enum Model: String, Sendable, Hashable, Codable, CaseIterable {
        /// `pose_landmarker_lite.task`.
        case lite
        /// `pose_landmarker_full.task`.
        case full
        /// `pose_landmarker_heavy.task`.
        case heavy
    }

    /// The hardware that does part of the work.
    public enum Delegate: String, Sendable, Hashable, Codable, CaseIterable {
        /// The CPU, on which the networks of this package's landmarkers run by default.
        case cpu
        /// A GPU, which samples the networks' input images (`LandmarkApple`), and runs networks where an app
        /// chooses it as the device or brings an engine of its own.
        case gpu
    }

    /// The pose landmarker's model.
    public var model: Model
    /// The hardware that does part of the work.
    public var delegate: Delegate
    /// The number of threads on the CPU.
    public var threads: Int
    /// How these threads wait for work.
    public var waitPolicy: WaitPolicy
    /// The frames to process per second.
    public var framesPerSecond: Double

    /// Creates a level.
    public init(
        model: Model, delegate: Delegate = .cpu, threads: Int,
        waitPolicy: WaitPolicy = .usual, framesPerSecond: Double
    ) {
        self.model = model
        self.delegate = delegate
        self.threads = threads
        self.waitPolicy = waitPolicy
        self.framesPerSecond = framesPerSecond
    }
}

/// The properties of a device that are known before it runs.
public struct LoadDevice: Sendable, Hashable, Codable {
    /// Its model; nil if unknown.
    public var model: DeviceModel?
    /// The number of its processor cores.
    public var cores: Int
    /// The number of its fast cores, such as 2 of the 6 in an iPhone; nil if unknown. Networks run on these,
    /// at most four.
    public var performanceCores: Int?
    /// The hardware that the app has an engine for.
    public var delegates: Set<LoadLevel.Delegate>
    /// The models that the app has, at least one.
    public var models: Set<LoadLevel.Model>
    /// The highest frame rate, that of the first level.
    public var framesPerSecond: Double
    /// The lowest useful frame rate, such as 15 where blinks are counted; no level is below it.
    public var minFramesPerSecond: Double
    /// Devices that were measured to sustain their frame rate on the GPU: for each family, the first such
    /// model. Empty by default, because none has been measured.
    public var sustainingGPU: [DeviceModel]
    /// Whether sessions must last for many minutes. They then stay on the CPU: phones have been observed to
    /// drop from 30 to 18 frames a second on the GPU after 8 minutes, and to hold 28 on the CPU.
    public var mustLast: Bool

    /// Creates a device that runs `lite` and `full` on the CPU.
    public init(
        model: DeviceModel? = nil, cores: Int, performanceCores: Int? = nil,
        delegates: Set<LoadLevel.Delegate> = [.cpu],
        models: Set<LoadLevel.Model> = [.lite, .full], framesPerSecond: Double = 30,
        minFramesPerSecond: Double = 0, sustainingGPU: [DeviceModel] = [], mustLast: Bool = true
    ) {
        self.model = model
        self.cores = cores
        self.performanceCores = performanceCores
        self.delegates = delegates
        self.models = models
        self.framesPerSecond = framesPerSecond
        self.minFramesPerSecond = minFramesPerSecond
        self.sustainingGPU = sustainingGPU
        self.mustLast = mustLast
    }

    /// Whether the device is known to sustain its frame rate on the GPU, and may use it.
    var allowsGPU: Bool {
        guard delegates.contains(.gpu), !mustLast, let model else { return false }
        return sustainingGPU.contains { $0.family == model.family && $0 <= model }
    }

    /// The levels of the device on the CPU, from the most work to the least.
    ///
    /// Levels use one thread per performance core, up to four; on iPhones, iPads and iPods, threads wait
    /// passively. Each step lowers either the frame rate, or the model and the number of threads. Rates are
    /// `framesPerSecond` and two thirds of it, then a half and a third with half the threads. Old phones,
    /// before `iPhone11,2` (2018), and devices with fewer than four cores begin with the lightest model.
    public var levels: [LoadLevel] {
        let threads = max(1, min(fastCores, 4))
        let lightest = LoadLevel.Model.allCases.first { models.contains($0) } ?? .lite
        var shares: [(LoadLevel.Model, Int, [Double])] = [(lightest, threads, [1, 1.5])]
        for model in LoadLevel.Model.allCases
        where models.contains(model) && model != lightest && !isSlow {
            shares.insert((model, threads, [1, 1.5]), at: 0)
        }
        shares.append((lightest, max(1, threads / 2), [2, 3]))
        var levels: [LoadLevel] = []
        for (model, threads, divisors) in shares {
            for divisor in divisors {
                let rate = max(framesPerSecond / divisor, min(minFramesPerSecond, framesPerSecond))
                let level = LoadLevel(
                    model: model, threads: threads, waitPolicy: isMobile ? .passive : .active,
                    framesPerSecond: rate)
                if level != levels.last { levels.append(level) }
            }
        }
        return levels
    }

    private var isMobile: Bool {
        guard let model else { return WaitPolicy.usual == .passive }
        return ["iPhone", "iPad", "iPod"].contains(model.family)
    }

    /// All iPhones since `iPhone9,1` (2016) have two fast cores.
    private var fastCores: Int {
        min(performanceCores ?? (model?.family == "iPhone" ? 2 : cores), cores)
    }

    private var isSlow: Bool {
        if let model, model.family == "iPhone", model.generation < 11 { return true }
        return cores < 4
    }
}
