import LandmarkCore

/// Measures of the smoothness of a movement from its speed; closer to zero is smoother.
///
/// Both are those of Balasubramanian, Melendez-Calderon, Roby-Brami and Burdet, “On the analysis of
/// movement smoothness”, Journal of NeuroEngineering and Rehabilitation 12:112 (2015), with the
/// conventions of the authors' published Python program. They are meant for one movement from rest
/// to rest, such as one phase of a repetition. The magnitude of the speed is used; it should be
/// filtered (see ``ZeroLagFilter`` and ``Derivative``) and evenly sampled.
public enum Smoothness {
    /// The parameters of the spectral arc length; the defaults are the authors'.
    public struct SpectralArcLength: Sendable, Hashable {
        /// The highest frequency considered, in Hz.
        public var cutoff = 10.0
        /// The amplitude, relative to the maximum, below which the spectrum is cut off.
        public var threshold = 0.05
        /// How many times the length is doubled by zero padding, after rounding up to a power of
        /// two.
        public var paddingLevel = 4

        /// Creates the authors' parameters.
        public init() {}
    }

    /// The spectral arc length (SPARC): minus the length of the normalized amplitude spectrum's
    /// curve.
    ///
    /// - Parameters:
    ///   - speed: The speed at even intervals, in any unit.
    ///   - rate: The number of samples per second.
    ///   - parameters: Cutoff, threshold and padding.
    /// - Returns: A value of at most −1 for a rise or fall over the whole band, such as −1.41 for a
    ///   bell-shaped speed; nil with fewer than three samples, without movement, or with values or
    ///   parameters that are not finite or out of range.
    public static func sparc(
        speed: [Double], rate: Double, parameters: SpectralArcLength = SpectralArcLength()
    ) -> Double? {
        guard isMovement(speed, rate), parameters.cutoff > 0, parameters.threshold > 0,
            parameters.threshold < 1, (0...10).contains(parameters.paddingLevel)
        else { return nil }
        var count = 1
        while count < speed.count { count *= 2 }
        count <<= parameters.paddingLevel

        var spectrum = Spectrum.amplitudes(of: speed.map(abs), count: count)
        let greatest = spectrum.max() ?? 0
        guard greatest > 0, greatest.isFinite else { return nil }
        let step = rate / Double(count)
        let inBand = min(spectrum.count, Int(min(parameters.cutoff / step, 1e15)) + 1)
        spectrum.removeLast(spectrum.count - inBand)
        let isAbove = { (amplitude: Double) in amplitude / greatest >= parameters.threshold }
        guard let first = spectrum.firstIndex(where: isAbove),
            let last = spectrum.lastIndex(where: isAbove), last > first
        else { return nil }

        let frequencyStep = 1 / Double(last - first)
        var length = 0.0
        for index in first..<last {
            let change = (spectrum[index + 1] - spectrum[index]) / greatest
            length += (frequencyStep * frequencyStep + change * change).squareRoot()
        }
        return -length
    }

    /// The log dimensionless jerk (LDLJ): minus the logarithm of the integral of the squared second
    /// derivative of the speed, made dimensionless by duration³ / peak speed².
    ///
    /// - Parameters:
    ///   - speed: The speed at even intervals, in any unit.
    ///   - rate: The number of samples per second.
    /// - Returns: The jerk, such as −5.8 for a bell-shaped speed; nil with fewer than three
    ///   samples, without movement, at constant acceleration, or with values that are not finite.
    public static func ldlj(speed: [Double], rate: Double) -> Double? {
        guard isMovement(speed, rate) else { return nil }
        let magnitude = speed.map(abs)
        let peak = magnitude.max() ?? 0
        var sum = 0.0
        for index in 1..<magnitude.count - 1 {
            let jerk =
                (magnitude[index + 1] - 2 * magnitude[index] + magnitude[index - 1]) / peak
            sum += jerk * jerk
        }
        // Σ(Δ²v/dt²)²·dt·(n·dt)³/peak² = n³·Σ(Δ²v/peak)²: the rate cancels out.
        let duration = Double(magnitude.count)
        let jerk = duration * duration * duration * sum
        return jerk > 0 && jerk.isFinite ? -FloatMath.log(jerk) : nil
    }

    private static func isMovement(_ speed: [Double], _ rate: Double) -> Bool {
        speed.count >= 3 && rate > 0 && rate.isFinite && speed.allSatisfy(\.isFinite)
            && speed.contains { $0 != 0 }
    }
}

/// The amplitude spectrum of a real signal.
private enum Spectrum {
    /// The amplitudes of the discrete Fourier transform from 0 to half the sampling rate.
    ///
    /// - Parameter count: The length after padding with zeros; a power of two and at least
    ///   `signal.count`.
    static func amplitudes(of signal: [Double], count: Int) -> [Double] {
        var real = signal + [Double](repeating: 0, count: count - signal.count)
        var imaginary = [Double](repeating: 0, count: count)
        reverseBits(&real)
        var half = 1
        while half < count {
            for offset in 0..<half {
                let angle = -Double.pi * Double(offset) / Double(half)
                let cosine = FloatMath.cos(angle)
                let sine = FloatMath.sin(angle)
                for even in stride(from: offset, to: count, by: 2 * half) {
                    let odd = even + half
                    let x = real[odd] * cosine - imaginary[odd] * sine
                    let y = real[odd] * sine + imaginary[odd] * cosine
                    real[odd] = real[even] - x
                    imaginary[odd] = imaginary[even] - y
                    real[even] += x
                    imaginary[even] += y
                }
            }
            half *= 2
        }
        return (0...count / 2).map {
            (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]).squareRoot()
        }
    }

    /// Orders values by the reversed bits of their indices.
    private static func reverseBits(_ values: inout [Double]) {
        var reversed = 0
        for index in values.indices.dropFirst() {
            var bit = values.count / 2
            while reversed & bit != 0 {
                reversed ^= bit
                bit /= 2
            }
            reversed |= bit
            if index < reversed { values.swapAt(index, reversed) }
        }
    }
}
