import LandmarkCore
import LandmarkImaging

/// One line of `warps.txt`: a region, and what OpenCV makes of it.
struct WarpReference: Sendable {
    let line: Int
    let picture: PixelSize
    let seed: UInt64
    let region: PixelRect
    let output: PixelSize
    let replicates: Bool
    let checksum: UInt32

    init(line: Int, _ fields: [String]) {
        let numbers = fields.map { Int($0) ?? 0 }
        let floats = fields[3..<8].map { Float(bits: $0) }
        self.line = line
        picture = PixelSize(width: numbers[0], height: numbers[1])
        seed = UInt64(numbers[2])
        region = PixelRect(
            xCenter: floats[0], yCenter: floats[1], width: floats[2], height: floats[3],
            rotation: floats[4])
        output = PixelSize(width: numbers[8], height: numbers[9])
        replicates = numbers[10] == 1
        checksum = UInt32(fields[11], radix: 16) ?? 0
    }

    var border: RegionSampler.Border { replicates ? .replicate : .zero }

    static func all() throws -> [WarpReference] {
        try Fixture.lines("warps.txt").enumerated().map(WarpReference.init)
    }

    /// All references with their pictures, each made once.
    static func pictures() throws -> [UInt64: PixelBuffer] {
        var pictures = [UInt64: PixelBuffer]()
        for reference in try all() where pictures[reference.seed] == nil {
            pictures[reference.seed] = try SyntheticPicture.make(
                width: reference.picture.width, height: reference.picture.height,
                seed: reference.seed)
        }
        return pictures
    }
}

extension Float {
    /// The number whose bits are written in hexadecimal.
    init(bits: String) { self.init(bitPattern: UInt32(bits, radix: 16) ?? 0x7FC0_0000) }
}

extension KernelLevel {
    /// The levels that this machine runs.
    static var runnable: [KernelLevel] {
        allCases.filter { (try? RegionSampler(level: $0)) != nil }
    }
}
