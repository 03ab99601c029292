import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import Testing

/// Collects differences from reference results by kind, prints them and checks their limits.
struct ParityTable {
    /// A kind of value, with limits for the median, the 90th percentile and the largest difference.
    enum Kind: String, CaseIterable {
        case landmarks = "landmarks, mean px"
        case depth = "depth, mean px"
        case visibility = "visibility, presence"
        case world = "world, mean mm"
        case worldPoint = "world, worst point mm"
        case handedness = "handedness score"
        case blendshapes = "blendshapes"
        case matrix = "matrix, relative"
        case maskMean = "mask mean"
        case mask = "mask, mean difference"

        var limits: (median: Float, high: Float, largest: Float) {
            switch self {
            case .landmarks: (0.03, 0.2, .infinity)
            case .depth: (0.2, 1, .infinity)
            case .visibility: (1e-3, 1e-2, .infinity)
            case .world: (1, 1, 1)
            case .worldPoint: (1, 2, 2)
            case .handedness: (1e-3, 5e-3, 5e-3)
            case .blendshapes, .matrix, .maskMean, .mask: (1e-3, 1e-3, 1e-3)
            }
        }
    }

    private let title: String
    private var values: [Kind: [Float]] = [:]
    private var names: [Kind: [String]] = [:]

    init(_ title: String) {
        self.title = title
    }

    mutating func add(_ value: Float, to kind: Kind, from name: String) {
        values[kind, default: []].append(value)
        names[kind, default: []].append(name)
    }

    /// Compares points in pixels of an image of `size`; each is x, y, z and
    /// optionally visibility and presence.
    mutating func add(
        _ got: [Landmark], _ expected: [[Float]], in size: PixelSize, from name: String
    ) {
        #expect(got.count == expected.count, "\(name)")
        let width = Float(size.width)
        let height = Float(size.height)
        var distance: Float = 0
        var depth: Float = 0
        var likelihood: Float = 0
        for (point, reference) in zip(got, expected) {
            let x = (point.x - reference[0]) * width
            let y = (point.y - reference[1]) * height
            distance += (x * x + y * y).squareRoot()
            depth += abs(point.z - reference[2]) * width
            guard reference.count == 5 else { continue }
            likelihood = max(likelihood, abs((point.visibility ?? -1) - reference[3]))
            likelihood = max(likelihood, abs((point.presence ?? -1) - reference[4]))
        }
        add(distance / Float(got.count), to: .landmarks, from: name)
        add(depth / Float(got.count), to: .depth, from: name)
        if expected.first?.count == 5 { add(likelihood, to: .visibility, from: name) }
    }

    /// Compares points in meters by their mean and their largest distance.
    mutating func add(_ got: [WorldLandmark], _ expected: [[Float]], from name: String) {
        #expect(got.count == expected.count, "\(name)")
        let distances = zip(got, expected).map { point, reference in
            let offset = SIMD3(
                point.x - reference[0], point.y - reference[1], point.z - reference[2])
            return (offset * offset).sum().squareRoot() * 1000
        }
        add(distances.reduce(0, +) / Float(distances.count), to: .world, from: name)
        add(distances.max() ?? .infinity, to: .worldPoint, from: name)
    }

    /// Compares numbers by the largest difference, divided by the largest magnitude if `relative`.
    mutating func add(
        _ got: [Float], _ expected: [Float], to kind: Kind, relative: Bool = false,
        from name: String
    ) {
        #expect(got.count == expected.count, "\(name)")
        let worst = zip(got, expected).map { abs($0 - $1) }.max() ?? .infinity
        let scale = relative ? expected.map(abs).max() ?? 1 : 1
        add(worst / scale, to: kind, from: name)
    }

    /// Prints the table and expects every kind to be within its limits.
    func conclude() {
        var lines = ["\(title): instances, median, 90th percentile, largest (where)"]
        for kind in Kind.allCases {
            guard let values = values[kind], let names = names[kind] else { continue }
            let sorted = values.sorted()
            let median = sorted[sorted.count / 2]
            let high = sorted[min(sorted.count - 1, sorted.count * 9 / 10)]
            let largest = sorted[sorted.count - 1]
            let place = names[values.firstIndex(of: largest) ?? 0]
            let label = kind.rawValue.padding(to: 22)
            lines.append(
                "  \(label) \(values.count)  \(median)  \(high)  \(largest) (\(place))")
            let limits = kind.limits
            #expect(median <= limits.median, "\(title): median of \(kind.rawValue)")
            #expect(high <= limits.high, "\(title): 90th percentile of \(kind.rawValue)")
            #expect(largest <= limits.largest, "\(title): largest of \(kind.rawValue)")
        }
        print(lines.joined(separator: "\n"))
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension ParityTable {
    mutating func add(
        _ got: HandLandmarkerResult, _ expected: ReferenceResult, from name: String
    ) {
        #expect(got.hands.count == expected.landmarks.count, "hands in \(name)")
        for (index, hand) in got.hands.enumerated() where index < expected.landmarks.count {
            add(hand.landmarks, expected.landmarks[index], in: got.imageSize, from: name)
            if let world = expected.world { add(hand.worldLandmarks, world[index], from: name) }
            guard let reference = expected.handedness?[index] else { continue }
            #expect(hand.handedness.rawValue == reference.name, "\(name)")
            add([hand.handednessScore], [reference.score], to: .handedness, from: name)
        }
    }

    mutating func add(
        _ got: PoseLandmarkerResult, _ expected: ReferenceResult, from name: String
    ) {
        #expect(got.poses.count == expected.landmarks.count, "poses in \(name)")
        for (index, pose) in got.poses.enumerated() where index < expected.landmarks.count {
            add(pose.landmarks, expected.landmarks[index], in: got.imageSize, from: name)
            if let world = expected.world { add(pose.worldLandmarks, world[index], from: name) }
            if let means = expected.maskMean {
                add([pose.mask?.mean ?? -1], [means[index]], to: .maskMean, from: name)
            }
            if let reference = expected.masks?[index] {
                add(pose.mask, reference, from: name)
            }
        }
    }

    mutating func add(
        _ got: FaceLandmarkerResult, _ expected: ReferenceResult, from name: String
    ) {
        #expect(got.faces.count == expected.landmarks.count, "faces in \(name)")
        for (index, face) in got.faces.enumerated() where index < expected.landmarks.count {
            add(face.landmarks, expected.landmarks[index], in: got.imageSize, from: name)
            if let shapes = expected.blendshapes?[index] {
                add(face.blendshapes?.values ?? [], shapes, to: .blendshapes, from: name)
            }
            if let matrix = expected.matrices?[index] {
                add(face.transformationMatrix, matrix, from: name)
            }
        }
    }

    /// Compares rotation and translation, each relative to its own magnitude.
    private mutating func add(
        _ got: TransformMatrix?, _ expected: [Float], from name: String
    ) {
        guard let got else {
            Issue.record("no matrix for \(name)")
            return
        }
        let translation = Set([3, 7, 11])
        for part in [translation, Set(0..<16).subtracting(translation)] {
            add(
                part.sorted().map { got.rowMajor[$0] }, part.sorted().map { expected[$0] },
                to: .matrix, relative: true, from: name)
        }
    }

    private mutating func add(
        _ got: Mask?, _ expected: ReferenceResult.GridMask, from name: String
    ) {
        guard let got else {
            Issue.record("no mask for \(name)")
            return
        }
        add([got.mean], [expected.mean], to: .maskMean, from: name)
        let values = expected.rows.flatMap { row in
            expected.columns.map { got.values[row * got.width + $0] }
        }
        let total = zip(values, expected.values).reduce(0) { $0 + abs($1.0 - $1.1) }
        add(total / Float(values.count), to: .mask, from: name)
    }
}

extension Mask {
    /// The mean of all values.
    fileprivate var mean: Float {
        Float(values.reduce(0.0) { $0 + Double($1) } / Double(values.count))
    }
}
