import LandmarkCore
import LandmarkTasks
import Testing

/// Collects the differences of a video's frames from reference results, prints them and checks
/// their limits.
struct VideoTable {
    /// A kind of value compared in each frame.
    enum Kind: String, CaseIterable {
        case landmarks = "landmarks, mean px"
        case world = "world, mean mm"
        case visibility = "visibility, largest"
        case handedness = "handedness score"
        case blendshapes = "blendshapes, largest"
        case matrix = "matrix, relative"
    }

    /// The limits for the median, for the 90th percentile, for each of the first two frames with
    /// instances (landmarks only), and for all values.
    struct Limits {
        let median: Float
        let high: Float
        var first: Float = 0.1
        var largest = Float.infinity
    }

    private let title: String
    private let limits: [Kind: Limits]
    private var values: [Kind: [Float]] = [:]
    private var frames = 0
    private var otherCounts: [Int] = []

    init(_ title: String, limits: [Kind: Limits]) {
        self.title = title
        self.limits = limits
    }

    /// Compares a frame; `kept` are the indices of the recorded landmarks, nil for all.
    mutating func add(_ got: VideoResult, _ expected: ReferenceResult, kept: [Int]? = nil) {
        frames += 1
        guard got.landmarks.count == expected.landmarks.count else {
            otherCounts.append(frames - 1)
            return
        }
        let count = expected.landmarks.count
        guard count > 0 else { return }
        var total: Float = 0
        for (points, references) in zip(got.landmarks, expected.landmarks) {
            let chosen = kept.map { $0.map { points[$0] } } ?? points
            total += Self.distance(chosen, references, in: got.size)
            addLikelihoods(chosen, references)
        }
        values[.landmarks, default: []].append(total / Float(count))
        for (points, references) in zip(got.world, expected.world ?? []) {
            values[.world, default: []].append(Self.millimeters(points, references))
        }
        for (hand, reference) in zip(got.hands, expected.handedness ?? []) {
            #expect(hand.name == reference.name, "\(title), frame \(frames - 1)")
            values[.handedness, default: []].append(abs(hand.score - reference.score))
        }
        for (shapes, references) in zip(got.blendshapes, expected.blendshapes ?? []) {
            values[.blendshapes, default: []].append(Self.largest(shapes, references))
        }
        for (matrix, references) in zip(got.matrices, expected.matrices ?? []) {
            addMatrix(matrix, references)
        }
    }

    private static func distance(
        _ points: [Landmark], _ references: [[Float]], in size: PixelSize
    ) -> Float {
        #expect(points.count == references.count)
        let total = zip(points, references).reduce(Float(0)) { sum, pair in
            let x = (pair.0.x - pair.1[0]) * Float(size.width)
            let y = (pair.0.y - pair.1[1]) * Float(size.height)
            return sum + (x * x + y * y).squareRoot()
        }
        return total / Float(references.count)
    }

    private mutating func addLikelihoods(_ points: [Landmark], _ references: [[Float]]) {
        guard references.first?.count == 5 else { return }
        let differences = zip(points, references).map { point, reference in
            abs((point.visibility ?? -1) - reference[3])
        }
        values[.visibility, default: []].append(differences.max() ?? .infinity)
    }

    private static func millimeters(_ points: [WorldLandmark], _ references: [[Float]]) -> Float {
        #expect(points.count == references.count)
        let total = zip(points, references).reduce(Float(0)) { sum, pair in
            let offset = SIMD3(
                pair.0.x - pair.1[0], pair.0.y - pair.1[1], pair.0.z - pair.1[2])
            return sum + (offset * offset).sum().squareRoot() * 1000
        }
        return total / Float(references.count)
    }

    /// Compares rotation and translation, each relative to its own magnitude.
    private mutating func addMatrix(_ got: [Float], _ expected: [Float]) {
        #expect(got.count == 16)
        guard got.count == 16 else { return }
        let translation = Set([3, 7, 11])
        let worst = [translation, Set(0..<16).subtracting(translation)].map { part in
            Self.largest(part.map { got[$0] }, part.map { expected[$0] })
                / (part.map { abs(expected[$0]) }.max() ?? 1)
        }
        values[.matrix, default: []].append(worst.max() ?? .infinity)
    }

    private static func largest(_ got: [Float], _ expected: [Float]) -> Float {
        got.count == expected.count
            ? zip(got, expected).map { abs($0 - $1) }.max() ?? 0 : .infinity
    }

    /// Prints the table; expects every kind to be within its limits, and the number of instances to
    /// match the reference in at least 99 % of the frames.
    func conclude() {
        var lines = [
            "\(title): \(frames) frames, \(otherCounts.count) with another count"
                + (otherCounts.isEmpty
                    ? "" : " (\(otherCounts.map(String.init).joined(separator: " ")))")
                + "; instances, first, second, median, 90th percentile, largest"
        ]
        #expect(frames > 0, "\(title): nothing was compared")
        #expect(otherCounts.count * 100 <= frames, "\(title): counts in frames \(otherCounts)")
        for kind in Kind.allCases {
            guard let values = values[kind] else {
                #expect(limits[kind] == nil, "\(title): no \(kind.rawValue) was compared")
                continue
            }
            let sorted = values.sorted()
            let median = sorted[sorted.count / 2]
            let high = sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
            let first = values.prefix(2).map { "\($0)" }.joined(separator: "  ")
            let name = kind.rawValue + String(repeating: " ", count: 22 - kind.rawValue.count)
            lines.append(
                "  \(name) \(values.count)  \(first)  \(median)  \(high)  \(sorted[sorted.count - 1])"
            )
            guard let limits = limits[kind] else { continue }
            #expect(median <= limits.median, "\(title): median of \(kind.rawValue)")
            #expect(high <= limits.high, "\(title): 90th percentile of \(kind.rawValue)")
            #expect(
                sorted[sorted.count - 1] <= limits.largest, "\(title): largest of \(kind.rawValue)")
            guard kind == .landmarks else { continue }
            for value in values.prefix(2) {
                #expect(value <= limits.first, "\(title): first frames of \(kind.rawValue)")
            }
        }
        print(lines.joined(separator: "\n"))
    }
}
