import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport

/// One line of `warps.txt`: a region and the checksum of OpenCV's crop.
struct WarpReference: Sendable {
    let line: Int
    let image: PixelSize
    let seed: UInt64
    let region: PixelRect
    let output: PixelSize
    let replicates: Bool
    let checksum: UInt32

    init(line: Int, _ fields: [String]) {
        let numbers = fields.map { Int($0) ?? 0 }
        let floats = fields[3..<8].map { Float(bits: $0) }
        self.line = line
        image = PixelSize(width: numbers[0], height: numbers[1])
        seed = UInt64(numbers[2])
        region = PixelRect(
            xCenter: floats[0], yCenter: floats[1], width: floats[2], height: floats[3],
            rotation: floats[4])
        output = PixelSize(width: numbers[8], height: numbers[9])
        replicates = numbers[10] == 1
        checksum = UInt32(fields[11], radix: 16) ?? 0
    }

    var border: ImageToTensor.BorderMode { replicates ? .replicate : .zero }

    static func all() throws -> [WarpReference] {
        try Fixtures.lines("warps.txt").enumerated().map(WarpReference.init)
    }

    /// Returns the images of all references, by seed.
    static func images() throws -> [UInt64: PixelBuffer] {
        var images = [UInt64: PixelBuffer]()
        for reference in try all() where images[reference.seed] == nil {
            images[reference.seed] = try SyntheticImage.make(
                width: reference.image.width, height: reference.image.height,
                seed: reference.seed)
        }
        return images
    }
}

extension Float {
    /// Creates a number from its bits in hexadecimal.
    init(bits: String) { self.init(bitPattern: UInt32(bits, radix: 16) ?? 0x7FC0_0000) }
}

extension InstructionSet {
    /// The instruction sets available on this machine.
    static var runnable: [InstructionSet] {
        allCases.filter { (try? ImageToTensor(instructionSet: $0)) != nil }
    }
}
