import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Sampling regions")
struct ImageToTensorTests {
    @Test("Crops are bit-exact with OpenCV 4.10", arguments: InstructionSet.runnable)
    func matchesOpenCV(level: InstructionSet) throws {
        let sampler = try ImageToTensor(instructionSet: level)
        let images = try WarpReference.images()
        let references = try WarpReference.all()
        #expect(references.count >= 200)
        for reference in references {
            let image = try #require(images[reference.seed])
            let crop = try sampler.crop(
                image, roi: reference.region, border: reference.border,
                width: reference.output.width, height: reference.output.height)
            #expect(
                FileContent.checksum(crop.packed) == reference.checksum,
                "line \(reference.line): \(reference.region) of \(reference.image)")
        }
    }

    @Test("Stored crops match pixel by pixel", arguments: [33, 36, 37])
    func storedCrops(line: Int) throws {
        let reference = try WarpReference.all()[line]
        let image = try #require(try WarpReference.images()[reference.seed])
        let stored = try Fixtures.bytes("warp-\(line).rgb")
        for level in InstructionSet.runnable {
            let crop = try ImageToTensor(instructionSet: level).crop(
                image, roi: reference.region, border: reference.border,
                width: reference.output.width, height: reference.output.height)
            let differing = zip(crop.packed, stored).enumerated().filter { $1.0 != $1.1 }
            #expect(
                differing.isEmpty, "\(differing.count) bytes, first \(differing.first?.offset ?? 0)"
            )
            #expect(crop.packed.count == stored.count)
        }
    }

    @Test(
        "Channel order and row padding do not affect crops",
        arguments: InstructionSet.runnable)
    func formats(level: InstructionSet) throws {
        let sampler = try ImageToTensor(instructionSet: level)
        let images = try WarpReference.images()
        for reference in try WarpReference.all() where reference.line % 3 == 0 {
            let rgb = try #require(images[reference.seed])
            guard rgb.width < 700 else { continue }
            for format in [PixelFormat.rgb24, .rgba32, .bgra32] {
                let image = try SyntheticImage.convert(
                    rgb, to: format, spare: reference.line % 5)
                let crop = try sampler.crop(
                    image, roi: reference.region, border: reference.border,
                    width: reference.output.width, height: reference.output.height)
                #expect(
                    FileContent.checksum(crop.packed) == reference.checksum,
                    "line \(reference.line) \(format)")
            }
        }
    }

    @Test("Gray images become three equal channels", arguments: InstructionSet.runnable)
    func gray(level: InstructionSet) throws {
        let sampler = try ImageToTensor(instructionSet: level)
        let images = try WarpReference.images()
        for reference in try WarpReference.all() where reference.line % 7 == 1 {
            let rgb = try #require(images[reference.seed])
            guard rgb.width < 700 else { continue }
            let gray = try SyntheticImage.convert(rgb, to: .gray8, spare: 0)
            let spread = try PixelBuffer(
                width: rgb.width, height: rgb.height, format: .rgb24,
                bytes: gray.packed.flatMap { [$0, $0, $0] })
            let crops = try [gray, spread].map {
                try sampler.crop(
                    $0, roi: reference.region, border: reference.border,
                    width: reference.output.width, height: reference.output.height
                ).packed
            }
            #expect(crops[0] == crops[1], "line \(reference.line)")
        }
    }

    @Test("Tensor values are bytes times scale plus offset", arguments: InstructionSet.runnable)
    func floats(level: InstructionSet) throws {
        let sampler = try ImageToTensor(instructionSet: level)
        let images = try WarpReference.images()
        for reference in try WarpReference.all().prefix(60) {
            let image = try #require(images[reference.seed])
            let (width, height) = (reference.output.width, reference.output.height)
            let bytes = try sampler.crop(
                image, roi: reference.region, border: reference.border, width: width,
                height: height
            ).packed
            for range in [Float(0)...1, -1...1] {
                let stride = 3 * width + 5
                var floats = [Float](repeating: 9, count: stride * height)
                try floats.withUnsafeMutableBufferPointer { buffer in
                    let base = try #require(buffer.baseAddress)
                    try sampler.convert(
                        image, roi: reference.region, border: reference.border, range: range,
                        into: TensorView(
                            base: base, height: height, width: width, channels: 3,
                            rowStride: stride))
                }
                let scale = (range.upperBound - range.lowerBound) / 255
                let wrong = (0..<stride * height).filter { i in
                    let (y, x) = i.quotientAndRemainder(dividingBy: stride)
                    let expected =
                        x < 3 * width
                        ? Float(bytes[y * 3 * width + x]) * scale + range.lowerBound : 9
                    return floats[i] != expected
                }
                #expect(wrong.isEmpty, "line \(reference.line), \(wrong.count) floats")
            }
        }
    }

    @Test("Extreme regions give the same crop or error with every instruction set")
    func extremes() throws {
        let image = try SyntheticImage.make(width: 40, height: 30, seed: 1)
        let values: [Float] = [
            -1e30, -3e9, -1e5, -1, 0, 1e-30, 1e-4, 0.5, 20, 1e4, 3e9, 1e20, .infinity, .nan,
        ]
        for a in values {
            for b in values {
                for region in [
                    PixelRect(xCenter: a, yCenter: 15, width: b, height: 30, rotation: 0.3),
                    PixelRect(xCenter: 20, yCenter: 15, width: a, height: b, rotation: 1),
                    PixelRect(xCenter: 20, yCenter: b, width: 30, height: 20, rotation: a),
                ] {
                    let outcomes = InstructionSet.runnable.map { level in
                        Result {
                            try ImageToTensor(instructionSet: level).crop(
                                image, roi: region, border: .replicate, width: 24, height: 24
                            ).packed
                        }
                    }
                    let crops = outcomes.map { try? $0.get() }
                    #expect(crops.allSatisfy { $0 == crops[0] }, "\(region)")
                }
            }
        }
    }

    @Test("A region without area is rejected")
    func degenerate() throws {
        let image = try SyntheticImage.make(width: 40, height: 30, seed: 1)
        let sampler = try ImageToTensor()
        for side in [Float(0), -5, .nan] {
            let region = PixelRect(xCenter: 20, yCenter: 15, width: side, height: 10, rotation: 0)
            do {
                _ = try sampler.crop(image, roi: region, border: .zero, width: 9, height: 9)
                Issue.record("a width of \(side) was taken")
            } catch {
                guard case .degenerateRegion = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
        #expect(throws: ImagingError.invalidImageSize(width: 0, height: 9)) {
            try sampler.crop(
                image, roi: PixelRect(.full, in: image.size), border: .zero, width: 0,
                height: 9)
        }
    }

    @Test("A tensor that does not fit RGB pixels is rejected")
    func wrongTensor() throws {
        let image = try SyntheticImage.make(width: 40, height: 30, seed: 1)
        var floats = [Float](repeating: 0, count: 64)
        try floats.withUnsafeMutableBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            for (channels, rowStride) in [(1, 8), (3, 23)] {
                let expected = ImagingError.unsupportedTensor(
                    width: 8, channels: channels, rowStride: rowStride)
                #expect(throws: expected) {
                    try ImageToTensor().convert(
                        image, roi: PixelRect(.full, in: image.size), border: .zero,
                        range: 0...1,
                        into: TensorView(
                            base: base, height: 2, width: 8, channels: channels,
                            rowStride: rowStride))
                }
            }
        }
    }

    @Test("A missing instruction set is rejected by name")
    func missingLevel() throws {
        for level in InstructionSet.allCases where !InstructionSet.runnable.contains(level) {
            #expect(throws: ImagingError.instructionSetUnavailable(level)) {
                try ImageToTensor(instructionSet: level)
            }
        }
        #expect(InstructionSet.runnable.contains(.scalar))
    }
}
