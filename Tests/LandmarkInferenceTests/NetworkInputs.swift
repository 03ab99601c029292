import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkInference
import LandmarkTestSupport

extension NetworkReference.Input {
    struct WrongCrop: Error, CustomStringConvertible {
        let expected: UInt32
        let found: UInt32
        var description: String {
            "the crop's bytes have the checksum \(found), not \(expected): the warp is at fault"
        }
    }

    /// Copies the input into the network's memory.
    func fill(_ network: Network) throws {
        switch self {
        case .synthetic(let seed, let height, let width, let channels):
            try network.setInput(
                Self.synthetic(seed: seed, height: height, width: width, channels: channels))
        case .values(let values):
            try network.setInput(values)
        case .crop(let crop):
            let pixels = try Self.pixels(of: crop)
            let scale = (crop.range.upperBound - crop.range.lowerBound) / 255
            try network.setInput(pixels.map { Float($0) * scale + crop.range.lowerBound })
        }
    }

    /// The same numbers as those of `network_references.py`.
    private static func synthetic(seed: UInt64, height: Int, width: Int, channels: Int) -> [Float] {
        var random = SplitMix64(seed: seed)
        let columns = (width + 15) / 16
        let blocks = (0..<(height + 15) / 16 * columns * channels).map { _ in random.unit() }
        var noise = SplitMix64(seed: seed + 1)
        var values: [Float] = []
        values.reserveCapacity(height * width * channels)
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<channels {
                    let block = blocks[(y / 16 * columns + x / 16) * channels + c]
                    values.append(block * 0.8 + noise.unit() * 0.2)
                }
            }
        }
        return values
    }

    private static func pixels(of crop: NetworkReference.Crop) throws -> [UInt8] {
        let image = try ImageFile.read(Fixtures.footage("astronaut.png"))
        let region = PixelRect(
            xCenter: crop.center.x, yCenter: crop.center.y, width: crop.size.width,
            height: crop.size.height, rotation: crop.rotation)
        let cropped = try ImageToTensor().crop(
            image, roi: region, border: crop.replicatesBorder ? .replicate : .zero,
            width: crop.width, height: crop.height)
        let bytes = cropped.withUnsafeBytes { Array($0) }
        let found = FileContent.checksum(bytes)
        guard found == crop.checksum else {
            throw WrongCrop(expected: crop.checksum, found: found)
        }
        return bytes
    }
}
