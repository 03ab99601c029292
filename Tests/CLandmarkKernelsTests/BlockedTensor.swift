import CLandmarkKernels
import LandmarkTestSupport

/// A tensor in planes of channel blocks, with room between planes, ending at a guard page.
struct BlockedTensor {
    let level: Level
    let height: Int
    let width: Int
    let channels: Int
    let plane: Int
    let memory: GuardedFloats

    var blocks: Int { (channels + level.block - 1) / level.block }
    var pixels: Int { height * width }

    /// A tensor of the row-major `values`, or of NaN where a kernel has to write.
    init(_ level: Level, _ height: Int, _ width: Int, _ channels: Int, _ values: [Float]? = nil) {
        self.level = level
        self.height = height
        self.width = width
        self.channels = channels
        let block = level.block
        plane = height * width * block + 16
        let blocks = (channels + block - 1) / block
        // The last plane has nothing behind it: the guard page follows its last pixel.
        var laid = Array(
            repeating: Float.nan, count: (blocks - 1) * plane + height * width * block)
        if let values {
            for b in 0..<blocks {
                for pixel in 0..<height * width {
                    for lane in 0..<block {
                        let channel = b * block + lane
                        laid[b * plane + pixel * block + lane] =
                            channel < channels ? values[pixel * channels + channel] : 0
                    }
                }
            }
        }
        memory = GuardedFloats(laid)
    }

    /// The values row-major, and whether all filling lanes are exactly zero.
    var values: (rowMajor: [Float], clean: Bool) {
        var result = Array(repeating: Float.nan, count: pixels * channels)
        var clean = true
        for b in 0..<blocks {
            for pixel in 0..<pixels {
                for lane in 0..<level.block {
                    let value = memory.base[b * plane + pixel * level.block + lane]
                    let channel = b * level.block + lane
                    if channel < channels {
                        result[pixel * channels + channel] = value
                    } else if value != 0 {
                        clean = false
                    }
                }
            }
        }
        return (result, clean)
    }
}

/// `count` seeded values in -1..<1.
func noise(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in generator.signedUnit() }
}

/// A vector of one value a channel in whole blocks.
func vector(_ values: [Float], _ level: Level) -> GuardedFloats {
    let count = (values.count + level.block - 1) / level.block * level.block
    return GuardedFloats(values + Array(repeating: 0, count: count - values.count))
}
