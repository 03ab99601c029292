package import LandmarkCore

/// Smooths the landmarks of one instance from frame to frame.
struct InstanceFilter {
    /// The weight of a new visibility in MediaPipe's low-pass filter.
    private static let visibilityWeight: Float = 0.1
    /// The size, in pixels or meters, below which an instance is not smoothed.
    private static let minSize: Float = 1e-6

    private let speedUnit: SmoothingProfile.SpeedUnit
    private let isMediaPipe: Bool
    private var image: PointFilter
    private var world: PointFilter
    private var visibility: [LowPass]
    private var lastSize: PixelSize?

    /// MediaPipe's filter; nil if it does not smooth this task.
    init?(mediaPipe profile: SmoothingProfile) {
        guard let parameters = profile.mediaPipe else { return nil }
        self.init(profile, parameters, isMediaPipe: true)
    }

    /// A filter with the user's parameters, which does not change visibilities.
    init(_ parameters: OneEuroFilter.Parameters, profile: SmoothingProfile) {
        let both = SmoothingProfile.Parameters(image: parameters, world: parameters)
        self.init(profile, both, isMediaPipe: false)
    }

    private init(
        _ profile: SmoothingProfile, _ parameters: SmoothingProfile.Parameters, isMediaPipe: Bool
    ) {
        speedUnit = profile.speedUnit
        self.isMediaPipe = isMediaPipe
        image = PointFilter(parameters.image, count: profile.landmarkCount)
        world = PointFilter(parameters.world, count: profile.landmarkCount)
        visibility = Array(
            repeating: LowPass(), count: isMediaPipe ? profile.landmarkCount : 0)
    }

    /// Fills the candidate's smoothed landmarks from its raw ones.
    mutating func apply(to candidate: inout Candidate, at now: Timestamp, in size: PixelSize) {
        smoothImage(&candidate, at: now, in: size)
        smoothWorld(&candidate, at: now)
        if isMediaPipe { smoothVisibility(&candidate) }
    }

    /// Resets the filter for landmarks in the image after a frame without the instance. MediaPipe
    /// does not reset those for world landmarks and visibilities.
    mutating func resetAfterLoss() { image.reset() }

    private mutating func smoothImage(
        _ candidate: inout Candidate, at now: Timestamp, in size: PixelSize
    ) {
        candidate.landmarks.copy(candidate.rawLandmarks)
        // Positions are filtered in pixels. MediaPipe does not reset when the image size changes.
        if size != lastSize, !isMediaPipe { image.reset() }
        lastSize = size
        let unit = SIMD3(Float(size.width), Float(size.height), Float(size.width))
        let length = length(of: candidate, unit: SIMD2(unit.x, unit.y))
        guard length >= Self.minSize,
            let step = image.step(to: now, scale: Double(1 / length))
        else { return }
        for index in candidate.landmarks.indices {
            let point = candidate.landmarks[index]
            let smoothed =
                image.apply(SIMD3(point.x, point.y, point.z) * unit, at: index, step) / unit
            candidate.landmarks[index].x = smoothed.x
            candidate.landmarks[index].y = smoothed.y
            candidate.landmarks[index].z = smoothed.z
        }
    }

    private mutating func smoothWorld(_ candidate: inout Candidate, at now: Timestamp) {
        candidate.worldLandmarks.copy(candidate.rawWorldLandmarks)
        guard !candidate.worldLandmarks.isEmpty else { return }
        let length = isMediaPipe ? 1 : Self.length(of: candidate.rawWorldLandmarks)
        guard length >= Self.minSize, let step = world.step(to: now, scale: Double(1 / length))
        else { return }
        for index in candidate.worldLandmarks.indices {
            let point = candidate.worldLandmarks[index]
            let smoothed = world.apply(SIMD3(point.x, point.y, point.z), at: index, step)
            candidate.worldLandmarks[index].x = smoothed.x
            candidate.worldLandmarks[index].y = smoothed.y
            candidate.worldLandmarks[index].z = smoothed.z
        }
    }

    private mutating func smoothVisibility(_ candidate: inout Candidate) {
        for index in candidate.landmarks.indices {
            guard let raw = candidate.rawLandmarks[index].visibility else { return }
            let smoothed = visibility[index].apply(raw, weight: Self.visibilityWeight)
            candidate.landmarks[index].visibility = smoothed
            candidate.worldLandmarks[index].visibility = smoothed
        }
    }

    /// The instance's size in pixels.
    private func length(of candidate: Candidate, unit: SIMD2<Float>) -> Float {
        switch speedUnit {
        case .nextROI(let margin):
            return (candidate.nextROI.width * unit.x + candidate.nextROI.height * unit.y) / 2
                / margin
        case .bounds:
            let points = candidate.rawLandmarks.lazy.map { SIMD2($0.x, $0.y) * unit }
            return Bounds(around: points).extent.sum() / 2
        }
    }

    /// The mean side, in meters, of the bounding box in the image plane.
    private static func length(of landmarks: [WorldLandmark]) -> Float {
        Bounds(around: landmarks.lazy.map { SIMD2($0.x, $0.y) }).extent.sum() / 2
    }
}

/// One-Euro filters for the three coordinates of many points, which share a clock.
struct PointFilter {
    private let parameters: OneEuroFilter.Parameters
    private var clock = FilterClock()
    private var filters: [OneEuroFilter]

    init(_ parameters: OneEuroFilter.Parameters, count: Int) {
        self.parameters = parameters
        filters = Array(repeating: OneEuroFilter(), count: 3 * count)
    }

    /// Advances to `now`; returns nil if the points must not be filtered. Speeds are measured in
    /// units of 1 / `scale` per second.
    mutating func step(to now: Timestamp, scale: Double) -> OneEuroFilter.Step? {
        guard clock.advance(to: now) else { return nil }
        return OneEuroFilter.Step(parameters, frequency: clock.frequency, scale: scale)
    }

    /// Returns the filtered value of the point at `index`.
    mutating func apply(
        _ point: SIMD3<Float>, at index: Int, _ step: OneEuroFilter.Step
    ) -> SIMD3<Float> {
        SIMD3(
            filters[3 * index].apply(point.x, step), filters[3 * index + 1].apply(point.y, step),
            filters[3 * index + 2].apply(point.z, step))
    }

    /// Makes the next step the first.
    mutating func reset() {
        clock = FilterClock()
        for index in filters.indices { filters[index] = OneEuroFilter() }
    }
}

/// A One-Euro filter of one value: a low-pass filter whose cutoff frequency rises with speed
/// (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012), with MediaPipe's rounding.
package struct OneEuroFilter {
    /// The parameters of a filter.
    package struct Parameters {
        /// The cutoff frequency at rest, in hertz.
        let minCutoff: Double
        /// The increase of the cutoff frequency with speed.
        let beta: Double

        package init(minCutoff: Double, beta: Double) {
            self.minCutoff = minCutoff
            self.beta = beta
        }
    }

    /// The values that all filters of one step share.
    package struct Step {
        private let parameters: Parameters
        /// Steps per second.
        let frequency: Double
        /// Speeds are measured in units of 1 / `scale` per second.
        let scale: Double
        /// The weight of a new speed, which is filtered at 1 Hz.
        let speedWeight: Float

        package init(_ parameters: Parameters, frequency: Double, scale: Double) {
            self.parameters = parameters
            self.frequency = frequency
            self.scale = scale
            speedWeight = Self.weight(cutoff: 1, frequency: frequency)
        }

        /// The weight of a new value at `speed`.
        func weight(speed: Float) -> Float {
            let cutoff = parameters.minCutoff + parameters.beta * Double(abs(speed))
            return Self.weight(cutoff: cutoff, frequency: frequency)
        }

        private static func weight(cutoff: Double, frequency: Double) -> Float {
            Float(1 / (1 + 1 / (2 * .pi * cutoff) / (1 / frequency)))
        }
    }

    private var value = LowPass()
    private var speed = LowPass()
    private var last: Float = 0

    package init() {}

    /// Returns the filtered value of the next input.
    package mutating func apply(_ input: Float, _ step: Step) -> Float {
        let change =
            value.isEmpty ? 0 : (Double(input) - Double(last)) * step.scale * step.frequency
        last = input
        let speed = speed.apply(Float(change), weight: step.speedWeight)
        return value.apply(input, weight: step.weight(speed: speed))
    }
}

/// MediaPipe's exponential low-pass filter of one value, with state in single precision and
/// arithmetic in double precision.
package struct LowPass {
    private var value: Float = 0
    /// Whether there has been no input yet.
    package private(set) var isEmpty = true

    package init() {}

    /// Returns the first input unchanged, then `weight` × input + (1 − `weight`) × previous output.
    package mutating func apply(_ input: Float, weight: Float) -> Float {
        if isEmpty {
            value = input
            isEmpty = false
        } else {
            value = Float(Double(weight * input) + (1 - Double(weight)) * Double(value))
        }
        return value
    }
}

/// Measures the frame rate for a filter, by MediaPipe's rules.
///
/// The rate starts at 30 per second. A step at 0 ms, and the step after it, do not change it; times
/// before 0 are not filtered at all.
package struct FilterClock {
    /// Steps per second.
    package private(set) var frequency = 30.0
    /// The time of the last step, in nanoseconds.
    private var last: Int64 = -1

    package init() {}

    /// Advances to `now`; returns false if the step must not be filtered.
    package mutating func advance(to now: Timestamp) -> Bool {
        let time = Self.nanoseconds(now)
        guard time > last else { return false }
        if last != 0, time != 0 {
            frequency = 1 / (Double(time - max(last, -1)) * 1e-9)
        }
        last = time
        return true
    }

    /// Clamps times that do not fit in 64 bits.
    private static func nanoseconds(_ time: Timestamp) -> Int64 {
        let (value, overflows) = Int64(time.milliseconds).multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (time.milliseconds > 0 ? .max - 1 : .min) : value
    }
}
