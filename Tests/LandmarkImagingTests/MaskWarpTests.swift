import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Spreading masks")
struct MaskWarpTests {
    @Test("Values differ from OpenCV's by 1e-6 on average, and by at most one step")
    func matchesOpenCV() throws {
        var sum = 0.0
        var count = 0
        for (line, fields) in try Fixtures.lines("mask-warps.txt").enumerated() {
            let numbers = fields.prefix(4).map { Int($0) ?? 0 }
            let floats = fields.dropFirst(4).map { Float(bits: $0) }
            let region = NormalizedRect(
                xCenter: floats[0], yCenter: floats[1], width: floats[2], height: floats[3],
                rotation: floats[4])
            let size = PixelSize(width: numbers[2], height: numbers[3])
            let mask = try spread(
                Self.waves(side: numbers[0], seed: UInt64(numbers[1])), side: numbers[0],
                region: region, over: size)
            let mean = mask.values.reduce(0.0) { $0 + Double($1) } / Double(mask.values.count)
            #expect(abs(mean - Double(floats[5])) < 1e-6, "line \(line)")
            var random = SplitMix64(seed: UInt64(line))
            for expected in floats.dropFirst(6) {
                let value = mask.values[Int(random.next() % UInt64(mask.values.count))]
                let error = Double(abs(value - expected))
                #expect(error <= 0.03, "line \(line): \(value) for \(expected)")
                sum += error
                count += 1
            }
        }
        print("mask warp: mean error \(sum / Double(count)) over \(count) values")
        #expect(count == 24 * 200)
        #expect(sum / Double(count) <= 1e-6)
    }

    @Test("A region of the whole image returns the mask itself")
    func identity() throws {
        let values = Self.waves(side: 64, seed: 1)
        let mask = try spread(
            values, side: 64, region: .full, over: PixelSize(width: 64, height: 64))
        #expect(mask.values == values)
    }

    @Test("The mask is zero outside the region")
    func outside() throws {
        let region = NormalizedRect(xCenter: 3, yCenter: 3, width: 0.5, height: 0.5)
        let mask = try spread(
            [Float](repeating: 1, count: 16), side: 4, region: region,
            over: PixelSize(width: 50, height: 40))
        #expect(mask.values.allSatisfy { $0 == 0 })
        #expect(mask.values.count == 2000)
    }

    @Test("A region without area and wrong counts are rejected")
    func refusals() throws {
        let ones = [Float](repeating: 1, count: 16)
        let size = PixelSize(width: 50, height: 40)
        for region in [
            NormalizedRect(xCenter: 0.5, yCenter: 0.5, width: 0, height: 1),
            NormalizedRect(xCenter: 0.5, yCenter: 0.5, width: .nan, height: 1),
            NormalizedRect(xCenter: .infinity, yCenter: 0.5, width: 1, height: 1),
        ] {
            do {
                _ = try spread(ones, side: 4, region: region, over: size)
                Issue.record("\(region) was taken")
            } catch let error as ImagingError {
                guard case .degenerateRegion = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
        #expect(throws: ImagingError.wrongMaskCount(expected: 25, got: 16)) {
            try spread(ones, side: 5, region: .full, over: size)
        }
        #expect(throws: ImagingError.invalidImageSize(width: 0, height: 3)) {
            try spread(ones, side: 4, region: .full, over: PixelSize(width: 0, height: 3))
        }
    }

    @Test("Extreme regions give a mask or an error")
    func extremes() throws {
        let values: [Float] = [-1e30, -1, 1e-30, 1e-6, 0.5, 1e6, 1e30]
        for a in values {
            for b in values {
                let region = NormalizedRect(
                    xCenter: a, yCenter: 0.5, width: b, height: 0.3, rotation: 0.7)
                let mask = try? spread(
                    [Float](repeating: 1, count: 16), side: 4, region: region,
                    over: PixelSize(width: 50, height: 40))
                #expect(mask?.values.allSatisfy { 0...1.000001 ~= $0 } ?? true, "\(region)")
            }
        }
    }

    @Test("All kernels give the same values", arguments: [1, 2, 5, 64])
    func levels(side: Int) throws {
        let values = Self.waves(side: side, seed: 2)
        let size = PixelSize(width: 131, height: 77)
        for (turn, scale) in [(0, 1), (0.4, 0.6), (-2, 1.7), (3, 9)] as [(Float, Float)] {
            let region = NormalizedRect(
                xCenter: 0.4, yCenter: 0.6, width: scale, height: 0.8 * scale, rotation: turn)
            let expected = try spread(
                values, side: side, region: region, over: size, level: .scalar)
            let best = try spread(values, side: side, region: region, over: size)
            #expect(best == expected, "turned by \(turn), \(scale) as large")
        }
    }

    @Test("Likelihoods are the sigmoid of the logits", arguments: [0, 1, 63, 64, 65, 200])
    func likelihoods(count: Int) {
        let logits = (0..<count).map { Float($0) / 7 - 9 }
        // Longer and shorter than needed.
        var likelihoods = [Float](repeating: 5, count: 100)
        logits.withUnsafeBufferPointer { MaskWarp.decode($0, into: &likelihoods) }
        #expect(likelihoods.count == count)
        for (likelihood, logit) in zip(likelihoods, logits) {
            #expect(abs(Double(likelihood) - 1 / (1 + exp(-Double(logit)))) < 1e-7)
        }
    }

    private func spread(
        _ values: [Float], side: Int, region: NormalizedRect, over size: PixelSize,
        level: InstructionSet? = nil
    ) throws -> Mask {
        let warp = try MaskWarp(instructionSet: level)
        var spread: [Float] = []
        var columns: [Int32] = []
        try values.withUnsafeBufferPointer {
            try warp.project(
                $0, width: side, height: side, roi: region, onto: size, into: &spread,
                columns: &columns)
        }
        return try Mask(width: size.width, height: size.height, values: spread)
    }

    /// Waves with slight noise, equal to those of `Fixtures/warp_references.py`.
    private static func waves(side: Int, seed: UInt64) -> [Float] {
        var random = SplitMix64(seed: seed)
        return (0..<side * side).map { i in
            let (y, x) = i.quotientAndRemainder(dividingBy: side)
            let noise = Double(random.next() >> 40) / Double(1 << 24)
            let wave = 0.5 + 0.49 * sin(Double(x) * 0.11 + Double(seed)) * cos(Double(y) * 0.07)
            return Float(wave + noise / 128)
        }
    }
}
