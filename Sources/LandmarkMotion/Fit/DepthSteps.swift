import LandmarkCore

/// How depths change from frame to frame: by a random walk of each bone, and rarely by a jump.
struct DepthSteps: Sendable {
    /// The weight of a change to any depth, where no change has a weight of 1.
    private static let jump: Float = 1e-4
    private static let size = DepthState.size

    /// The standard deviation of the change in a second, as a multiple of the bone's length.
    private let deviation: Double
    /// The interval of `forward` and `backward`, in seconds.
    private var interval = -1.0
    /// The probability that a bone's depth, the row, becomes another, the column.
    private var forward = Array(repeating: Float(0), count: size * size)
    /// Its transpose.
    private var backward = Array(repeating: Float(0), count: size * size)
    /// The state after the first bone's change.
    private var half = Array(repeating: Float(0), count: size * size)

    init(deviation: Double) { self.deviation = deviation }

    /// Advances the state by an interval in seconds.
    mutating func spread(_ state: inout DepthState, over interval: Double) {
        prepare(interval)
        Self.multiply(&state, forward, &half)
    }

    /// Replaces the state by how well each state before an interval explains it.
    mutating func spreadBack(_ state: inout DepthState, over interval: Double) {
        prepare(interval)
        Self.multiply(&state, backward, &half)
    }

    /// The density of the standard normal distribution, 1 at 0.
    static func bell(_ x: Double) -> Float { FloatMath.exp(Float(-0.5 * x * x)) }

    private mutating func prepare(_ interval: Double) {
        guard abs(interval - self.interval) > 1e-5 else { return }
        self.interval = interval
        let step = DepthState.depth(1) - DepthState.depth(0)
        // At least half a cell, the finest step that the grid resolves.
        let width = max(deviation * interval.squareRoot(), step / 2)
        for row in 0..<Self.size {
            var sum: Float = 0
            for column in 0..<Self.size {
                let weight = Self.bell(Double(column - row) * step / width) + Self.jump
                forward[row * Self.size + column] = weight
                sum += weight
            }
            for column in 0..<Self.size {
                forward[row * Self.size + column] /= sum
                backward[column * Self.size + row] = forward[row * Self.size + column]
            }
        }
    }

    /// Changes the depths of both bones: `matrix`ᵀ · `state` · `matrix`.
    private static func multiply(
        _ state: inout DepthState, _ matrix: [Float], _ half: inout [Float]
    ) {
        for index in half.indices { half[index] = 0 }
        for from in 0..<size {
            for to in 0..<size {
                let weight = matrix[from * size + to]
                for column in 0..<size {
                    half[to * size + column] += weight * state.values[from * size + column]
                }
            }
        }
        state.fill(with: 0)
        for row in 0..<size {
            for from in 0..<size {
                let weight = half[row * size + from]
                for to in 0..<size {
                    state.values[row * size + to] += weight * matrix[from * size + to]
                }
            }
        }
    }
}
