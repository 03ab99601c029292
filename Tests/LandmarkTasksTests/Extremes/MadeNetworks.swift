import LandmarkTasks
import LandmarkTestSupport

/// Networks of the right shapes whose outputs a test chooses.
enum MadeNetworks {
    /// A network that has these values as outputs, whatever the image.
    static func constant(input: [Int], outputs: [(shape: [Int], values: [Float])]) -> [UInt8] {
        var writer = ModelWriter()
        let image = writer.input(input)
        _ = writer.step(19, [image], shape: input)
        writer.outputs = outputs.map { writer.constant($0.shape, $0.values) }
        return writer.bytes()
    }

    /// A network for hands that sees one in a black image. In any other its landmarks overflow.
    static var handInTheDark: [UInt8] {
        var writer = ModelWriter()
        let image = writer.input([1, 224, 224, 3])
        let axes = writer.constant([2], [1, 2])
        let mean = writer.step(40, [image, axes], shape: [1, 3], options: (27, [0: .byte(0)]))
        let weights = writer.constant([63, 3], [Float](repeating: 3e38, count: 189))
        let bias = writer.constant([63], hand)
        let landmarks = writer.step(
            9, [mean, weights, bias], shape: [1, 63], options: (8, [0: .byte(0)]))
        let constants = [[Float(1)], [1], [Float](repeating: 0.01, count: 63)].map {
            writer.constant([1, $0.count], $0)
        }
        writer.outputs = [landmarks] + constants
        return writer.bytes()
    }

    /// Landmarks of a hand in pixels of its region, with a wrist below the fingers.
    static let hand: [Float] = (0..<21).flatMap { (index: Int) -> [Float] in
        let column = 80 + 3 * (index % 5)
        let row = 150 - 4 * index
        return [Float(column), Float(row), Float(index)]
    }

    /// The outputs of the landmark model for hands.
    static let handOutputs: [(shape: [Int], values: [Float])] = [
        ([1, 63], hand), ([1, 1], [1]), ([1, 1], [1]),
        ([1, 63], [Float](repeating: 0.01, count: 63)),
    ]

    /// Outputs of the palm detector: one palm in the middle of the image.
    static var palm: [(shape: [Int], values: [Float])] {
        let count = 2016
        var boxes = [Float](repeating: 0, count: 18 * count)
        for anchor in 0..<count {
            // Size, wrist, and the middle knuckle above it.
            (boxes[18 * anchor + 2], boxes[18 * anchor + 3]) = (60, 60)
            (boxes[18 * anchor + 5], boxes[18 * anchor + 9]) = (20, -20)
        }
        var scores = [Float](repeating: -50, count: count)
        // The first anchor of a cell near the middle of the first, 24 × 24, grid.
        scores[2 * (12 * 24 + 12)] = 50
        return [([1, count, 18], boxes), ([1, count, 1], scores)]
    }

    static let palmInput = [1, 192, 192, 3]
    static let handInput = [1, 224, 224, 3]

    /// A bundle for hands of two networks.
    static func handBundle(detector: [UInt8], landmarks: [UInt8]) -> ModelSource {
        bundle([("hand_detector.tflite", detector), ("hand_landmarks_detector.tflite", landmarks)])
    }

    static func bundle(_ entries: [(String, [UInt8])]) -> ModelSource {
        .bytes(ZipWriter(entries.map { ZipWriter.Entry($0.0, $0.1) }).bytes(), name: "made")
    }
}
