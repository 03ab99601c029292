import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// An image of noise between unreadable pages.
private final class NoiseImage {
    let image: lk_image
    private let memory: GuardedBytes

    var width: Int32 { image.width }
    var height: Int32 { image.height }
    var format: UInt32 { image.format.rawValue }

    init(_ generator: inout SplitMix64, tiny: Bool) {
        let formats = [(LK_RGB24, 3), (LK_RGBA32, 4), (LK_BGRA32, 4), (LK_GRAY8, 1)]
        let (format, step) = formats[generator.below(formats.count)]
        let (width, height) = (
            1 + generator.below(tiny ? 4 : 90), 1 + generator.below(tiny ? 4 : 70)
        )
        let stride = width * step + generator.below(9)
        let count = stride * (height - 1) + width * step
        memory = GuardedBytes((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        image = lk_image(
            pixels: memory.base, width: Int32(width), height: Int32(height), stride: stride,
            format: format)
    }
}

/// Maps of all kinds, including those that no region produces.
struct WarpTests {
    @Test(
        "every instruction set samples the scalar kernel's bytes", arguments: KernelSet.all, 0..<8)
    func samples(kernels: KernelSet, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for number in 0..<60 {
            let image = NoiseImage(&generator, tiny: number % 3 == 0)
            let warp = warp(number, onto: image, &generator)
            let expected = bytes(.scalar, image, warp)
            #expect(
                bytes(kernels, image, warp) == expected,
                "\(number): \(image.width)×\(image.height), format \(image.format), \(warp)")
        }
    }

    /// Mostly rotated squares, like regions, inside the image's edges and beyond them.
    private func warp(
        _ number: Int, onto image: NoiseImage, _ generator: inout SplitMix64
    ) -> lk_warp {
        func among(_ range: ClosedRange<Double>) -> Double {
            .random(in: range, using: &generator)
        }
        var warp = lk_warp()
        warp.width = Int32(among(1...150))
        warp.height = Int32(among(1...40))
        warp.replicate = number % 2 == 0
        let scale = 4 / among(0.5...40)
        let slope = among(-2...2)
        let (x, y) = (scale / (1 + slope * slope), scale * slope / (1 + slope * slope))
        let nearly = 1e-9 * among(-1...1)
        warp.matrix = (
            x, -y, among(-20...Double(image.width)), y, x, among(-20...Double(image.height)),
            nearly, -nearly, 1 + nearly
        )
        switch number % 10 {
        case 3: (warp.matrix.6, warp.matrix.7, warp.matrix.8) = (0.01, -0.02, among(-1...1))
        case 5: (warp.matrix.0, warp.matrix.4) = (among(-1e9...1e9), among(-1e9...1e9))
        case 7: (warp.matrix.1, warp.matrix.3) = (.infinity, .nan)
        case 9: (warp.matrix.0, warp.matrix.1, warp.matrix.3, warp.matrix.4) = (1, 0, 0, 1)
        default: break
        }
        return warp
    }

    private func bytes(_ kernels: KernelSet, _ image: NoiseImage, _ warp: lk_warp) -> [UInt8] {
        let stride = Int(warp.width) * 3
        let output = GuardedBytes(count: stride * Int(warp.height), repeating: 0)
        var arguments = lk_u8_warp(
            image: image.image, warp: warp, output: output.base, stride: stride)
        kernels.table.pointee.u8_warp(&arguments, 0, warp.height)
        return output.values
    }
}
