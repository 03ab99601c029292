import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// What `GraphReferenceTests` cannot compare with MediaPipe: tensors that no network gives, and mistakes.
@Suite("Calculators for masks and heatmaps")
struct MaskCalculatorTests: SingleCalculatorSuite {
    private func tensor(_ shape: [Int], _ values: [Float]) -> Packet {
        Packet([GraphTensor(shape: shape, values: values)])
    }

    private let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

    private func mask(_ width: Int, _ height: Int, _ values: [Float]) throws -> Packet {
        Packet(try Mask(width: width, height: height, values: values))
    }

    @Test("of two channels, one is selected after the softmax", arguments: [0, 1])
    func softmax(channel: Int) throws {
        let logits: [Float] = [0, 1.0986123, 200, -200, -3, -3]
        let got = try run(
            "TensorsToSegmentationCalculator", [("TENSORS", tensor([1, 1, 3, 2], logits))],
            output: "MASK", "activation: SOFTMAX output_layer_index: \(channel)"
        ).get(Mask.self)
        let second: [Float] = [0.75, 0, 0.5]
        #expect(got.size == PixelSize(width: 3, height: 1))
        for (value, likelihood) in zip(got.values, second) {
            #expect(abs(value - (channel == 1 ? likelihood : 1 - likelihood)) < 1e-6)
        }
    }

    @Test("the inverse of a matrix leads back")
    func inverse() throws {
        let matrix: [Float] = [0, 2, 0, 5, -3, 0, 0, 7, 0, 0, 1, 0, 0, 0, 0, 1]
        let inverted = try run(
            "InverseMatrixCalculator", [("MATRIX", Packet(matrix))], output: "MATRIX")
        let back = try run("InverseMatrixCalculator", [("MATRIX", inverted)], output: "MATRIX")
            .get([Float].self)
        #expect(zip(back, matrix).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(try inverted.get([Float].self)[1] == -1 / Float(3))
    }

    @Test("a matrix moves a mask, and leaves zeros outside")
    func warp() throws {
        var half = identity
        half[3] = 0.5
        let got = try run(
            "WarpAffineCalculator",
            [
                ("IMAGE", mask(2, 1, [0.25, 0.75])), ("MATRIX", Packet(half)),
                ("OUTPUT_SIZE", Packet(PixelSize(width: 2, height: 1))),
            ], output: "IMAGE", "border_mode: BORDER_ZERO"
        ).get(Mask.self)
        #expect(got.values == [0.75, 0])
    }

    @Test("a certain mask stays, and an uncertain one becomes the previous one")
    func smoothing() throws {
        let got = try run(
            "SegmentationSmoothingCalculator",
            [("MASK", mask(3, 1, [0, 0.5, 1])), ("MASK_PREVIOUS", mask(3, 1, [1, 0.9, 0]))],
            output: "MASK_SMOOTHED", "combine_with_previous_ratio: 1"
        ).get(Mask.self)
        #expect(got.values[1] == 0.9)
        #expect(got.values[0] < 0.01 && got.values[2] > 0.99)
    }

    @Test("a landmark outside of the heatmap stays, also if it is not finite")
    func outside() throws {
        let landmarks = [
            Landmark(x: -0.5, y: 0.5, z: 1), Landmark(x: .nan, y: 0.5, z: 2),
            Landmark(x: 1e30, y: 0.5, z: 3), Landmark(x: 0.5, y: 0.5, z: 4),
        ]
        let map = tensor([1, 2, 2, 4], [Float](repeating: 9, count: 16))
        let got = try run(
            "RefineLandmarksFromHeatmapCalculator",
            [("NORM_LANDMARKS", Packet(landmarks)), ("TENSORS", map)], output: "NORM_LANDMARKS"
        ).get([Landmark].self)
        #expect(got.map(\.z) == [1, 2, 3, 4])
        #expect(got[0] == landmarks[0] && got[2] == landmarks[2] && got[1].x.isNaN)
        #expect(got[3].x == 0.25 && got[3].y == 0.25)
    }

    @Test("mistakes name the fact")
    func mistakes() throws {
        let segmentation = "TensorsToSegmentationCalculator"
        #expect(
            message {
                _ = try run(
                    segmentation,
                    [("TENSORS", tensor([1, 2, 2, 3], [Float](repeating: 0, count: 12)))],
                    output: "MASK")
            }.contains(
                "the tensor has shape [1, 2, 2, 3] and elements of type float32, expected [1, height, width, 1]"
            ))
        #expect(
            message {
                _ = try run(
                    segmentation, [("TENSORS", tensor([1, 1, 1, 1], [0]))], output: "MASK",
                    "output_layer_index: 2")
            }.contains("output_layer_index"))
        #expect(
            message {
                _ = try run(
                    "InverseMatrixCalculator",
                    [("MATRIX", Packet([Float](repeating: 0, count: 16)))], output: "MATRIX")
            }.contains("has no inverse"))
        #expect(
            message {
                _ = try run(
                    "InverseMatrixCalculator", [("MATRIX", Packet([Float(1)]))], output: "MATRIX")
            }.contains("the number of a matrix's elements is 1, expected 16"))
        let size = Packet(PixelSize(width: 2, height: 2))
        #expect(
            message {
                _ = try run(
                    "WarpAffineCalculator",
                    [
                        ("IMAGE", mask(1, 1, [0])), ("MATRIX", Packet(identity)),
                        ("OUTPUT_SIZE", size),
                    ],
                    output: "IMAGE")
            }.contains("border_mode must be BORDER_ZERO"))
        for side in [-1, 0, 1 << 40] {
            #expect(
                message {
                    _ = try run(
                        segmentation,
                        [
                            ("TENSORS", tensor([1, 1, 1, 1], [0])),
                            ("OUTPUT_SIZE", Packet(PixelSize(width: side, height: 2))),
                        ], output: "MASK")
                }.contains("an image cannot be \(side)×2 pixels"))
        }
        var infinite = identity
        infinite[0] = .infinity
        #expect(
            message {
                _ = try run(
                    "WarpAffineCalculator",
                    [
                        ("IMAGE", mask(1, 1, [0])), ("MATRIX", Packet(infinite)),
                        ("OUTPUT_SIZE", size),
                    ],
                    output: "IMAGE", "border_mode: BORDER_ZERO")
            }.contains("is not finite"))
        #expect(
            message {
                _ = try run(
                    "SegmentationSmoothingCalculator",
                    [("MASK", mask(1, 1, [0])), ("MASK_PREVIOUS", mask(2, 1, [0, 0]))],
                    output: "MASK_SMOOTHED")
            }.contains("MASK_PREVIOUS has 2×1 pixels, MASK 1×1"))
        #expect(
            message {
                _ = try run(
                    "RefineLandmarksFromHeatmapCalculator",
                    [
                        ("NORM_LANDMARKS", Packet([Landmark(x: 0, y: 0, z: 0)])),
                        ("TENSORS", tensor([1, 1, 1, 2], [0, 0])),
                    ], output: "NORM_LANDMARKS")
            }.contains("the heatmap has 2 channels for 1 landmarks"))
    }
}
