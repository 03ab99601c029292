import LandmarkCore
import LandmarkTasks
import Testing

/// Gathers differences from reference results by kind, prints them and holds them to limits.
struct ParityTable {
    /// What is compared, with the limits for the median, the 90th percentile and the largest.
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

    /// Compares points in pixels of an image of `size`; each is x, y, z and maybe visibility
    /// and presence.
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

    /// Compares numbers by the largest difference, over the largest magnitude when `relative`.
    mutating func add(
        _ got: [Float], _ expected: [Float], to kind: Kind, relative: Bool = false,
        from name: String
    ) {
        #expect(got.count == expected.count, "\(name)")
        let worst = zip(got, expected).map { abs($0 - $1) }.max() ?? .infinity
        let scale = relative ? expected.map(abs).max() ?? 1 : 1
        add(worst / scale, to: kind, from: name)
    }

    /// Prints the table and expects every kind to keep its limits.
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
