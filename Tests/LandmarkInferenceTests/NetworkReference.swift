import LandmarkTestSupport
import Testing

/// The results of LiteRT for one network, from `Fixtures/networks.txt`.
struct NetworkReference: Sendable, CustomTestStringConvertible {
    enum Input: Sendable {
        /// Blocks of 16 × 16 pixels with added noise.
        case synthetic(seed: UInt64, height: Int, width: Int, channels: Int)
        case crop(Crop)
        case values([Float])
    }

    struct Crop: Sendable {
        let center: (x: Float, y: Float)
        let size: (width: Float, height: Float)
        let rotation: Float
        let height: Int
        let width: Int
        let replicatesBorder: Bool
        let range: ClosedRange<Float>
        let checksum: UInt32
    }

    struct Output: Sendable {
        let position: Int
        let count: Int
        /// The seed of the sampled indices.
        let seed: UInt64
        let largest: Float
        let mean: Float
        /// The difference between LiteRT's own two sets of kernels, relative to the largest magnitude.
        let floor: Float
        let samples: [Float]

        /// The indices of the samples.
        var places: [Int] {
            guard count > 400 else { return Array(0..<count) }
            var random = SplitMix64(seed: seed)
            return (0..<400).map { _ in random.below(count) }
        }
    }

    struct Run: Sendable {
        let input: Input
        fileprivate(set) var outputs: [Output]
    }

    /// The bundle or model file in `models/`.
    let file: String
    /// The model in the bundle; nil for a standalone model file.
    let entry: String?
    fileprivate(set) var runs: [Run]

    /// The network's file name.
    var network: String { entry ?? file }

    var testDescription: String { entry.map { "\(file): \($0)" } ?? file }
}

extension NetworkReference {
    /// Cancels the test case if the model is missing.
    func needsModel() throws {
        if let reason = Fixtures.missing(Fixtures.model(file)) { try Test.cancel("\(reason)") }
    }

    /// Loads all references; none if the fixture cannot be read.
    static func load() -> [NetworkReference] {
        guard let text = try? FileContent.text(Fixtures.committed("networks.txt")) else {
            return []
        }
        var references: [NetworkReference] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "model":
                references.append(
                    NetworkReference(
                        file: words[1], entry: words[2] == "-" ? nil : words[2], runs: []))
            case "input":
                let run = Run(input: Input(words), outputs: [])
                references[references.count - 1].runs.append(run)
            case "output":
                let last = references[references.count - 1].runs.count - 1
                references[references.count - 1].runs[last].outputs.append(Output(words))
            default: break
            }
        }
        return references
    }
}

extension NetworkReference.Input {
    fileprivate init(_ words: [String]) {
        switch words[1] {
        case "synthetic":
            self = .synthetic(
                seed: UInt64(words[2]) ?? 0, height: Int(words[3]) ?? 0,
                width: Int(words[4]) ?? 0, channels: Int(words[5]) ?? 0)
        case "crop": self = .crop(NetworkReference.Crop(words))
        default: self = .values(floats(words[2]))
        }
    }
}

extension NetworkReference.Crop {
    fileprivate init(_ words: [String]) {
        let region = words[2...6].map { floats($0)[0] }
        center = (region[0], region[1])
        size = (region[2], region[3])
        rotation = region[4]
        height = Int(words[7]) ?? 0
        width = Int(words[8]) ?? 0
        replicatesBorder = words[9] == "1"
        range = (Float(words[10]) ?? 0)...(Float(words[11]) ?? 0)
        checksum = UInt32(words[12], radix: 16) ?? 0
    }
}

extension NetworkReference.Output {
    fileprivate init(_ words: [String]) {
        position = Int(words[1]) ?? -1
        count = Int(words[2]) ?? 0
        seed = UInt64(words[3]) ?? 0
        largest = floats(words[4])[0]
        mean = floats(words[5])[0]
        floor = Float(words[6]) ?? 0
        samples = floats(words[7])
    }
}

/// Numbers written as the bits of 32-bit floats, eight hexadecimal digits each.
private func floats(_ word: String) -> [Float] {
    let digits = Array(word.utf8)
    return stride(from: 0, to: digits.count, by: 8).map { at in
        let text = String(decoding: digits[at..<at + 8], as: UTF8.self)
        return Float(bitPattern: UInt32(text, radix: 16) ?? 0x7fc0_0000)
    }
}
