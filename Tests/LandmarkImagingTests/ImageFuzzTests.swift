import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Damaged files: whatever the bytes, reading ends in an image of a sane size or in an error.
@Suite("Walking through damaged images")
struct ImageFuzzTests {
    @Test("Truncations at every 64th byte and seeded bit flips end well", arguments: files)
    func walk(name: String) throws {
        let bytes = try Fixture.bytes("images/\(name)")
        for count in stride(from: 0, to: bytes.count, by: 64) {
            #expect(throws: ImagingError.self) {
                try ImageFile.decode(Array(bytes.prefix(count)), name: name)
            }
        }
        var random = SplitMix64(seed: 64)
        for round in 0..<400 {
            var damaged = bytes
            for _ in 0...(round % 4) {
                // Half of the flips hit the headers, where they do most.
                let end = round % 2 == 0 ? min(220, bytes.count) : bytes.count
                damaged[Int.random(in: 0..<end, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
            }
            try expectGoodEnd(damaged, name: "\(name), round \(round)")
        }
    }

    /// An image's worth of pixels, or a typed error with a sentence to it.
    private func expectGoodEnd(_ bytes: [UInt8], name: String) throws {
        do {
            let image = try ImageFile.decode(bytes, name: name, pixelLimit: 1 << 20)
            #expect(image.width * image.height <= 1 << 20)
            #expect(
                image.packed.count == image.width * image.height
                    * image.format.bytesPerPixel)
        } catch {
            #expect(error.description.contains(name))
        }
    }

    private static let files = [
        "rgb.jpg", "rgb-progressive.jpg", "cmyk.jpg", "orientation-6.jpg", "orientation-7.jpg",
        "rgb.png", "rgba-16.png", "palette-alpha.png", "gray-2-interlaced.png", "exif-6.png",
    ]
}
