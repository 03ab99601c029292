import CLandmarkKernels
import LandmarkTestSupport

/// A tensor in planes of channel blocks, with gaps between planes, that ends at a guard page.
struct BlockedTensor {
    let kernels: KernelSet
    let height: Int
    let width: Int
    let channels: Int
    let plane: Int
    let memory: GuardedFloats

    var blocks: Int { (channels + kernels.block - 1) / kernels.block }
    var pixels: Int { height * width }

    /// Makes a tensor of the row-major `values`, or of NaN for a kernel to overwrite.
    init(
        _ kernels: KernelSet, _ height: Int, _ width: Int, _ channels: Int, _ values: [Float]? = nil
    ) {
        self.kernels = kernels
        self.height = height
        self.width = width
        self.channels = channels
        let block = kernels.block
        plane = height * width * block + 16
        let blocks = (channels + block - 1) / block
        // The last plane has no gap: the guard page follows its last pixel.
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
        memory = GuardedFloats(kernels.stored(laid))
    }

    /// The values row-major, and whether all padding lanes are exactly zero.
    var values: (rowMajor: [Float], clean: Bool) {
        let numbers = kernels.numbers(of: memory)
        var result = Array(repeating: Float.nan, count: pixels * channels)
        var clean = true
        for b in 0..<blocks {
            for pixel in 0..<pixels {
                for lane in 0..<kernels.block {
                    let value = numbers[b * plane + pixel * kernels.block + lane]
                    let channel = b * kernels.block + lane
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

extension KernelSet {
    /// Returns numbers as the kernels store them: an even number of halves as half as many floats.
    func stored(_ numbers: [Float]) -> [Float] {
        guard isHalf else { return numbers }
        let halves = numbers.map { Float16($0).bitPattern }
        return stride(from: 0, to: halves.count, by: 2).map {
            Float(bitPattern: UInt32(halves[$0]) | UInt32(halves[$0 + 1]) << 16)
        }
    }

    /// Returns the numbers that the kernels store in `memory`.
    func numbers(of memory: GuardedFloats) -> [Float] {
        guard isHalf else { return memory.values }
        return UnsafeRawBufferPointer(start: memory.base, count: 4 * memory.count)
            .bindMemory(to: UInt16.self).map { Float(Float16(bitPattern: $0)) }
    }

    /// Returns `count` seeded numbers in -1..<1 that the kernels store exactly.
    func noise(_ count: Int, seed: UInt64) -> [Float] {
        let floats = CLandmarkKernelsTests.noise(count, seed: seed)
        return isHalf ? floats.map { Float(Float16($0)) } : floats
    }
}

/// Returns `count` seeded values in -1..<1.
func noise(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in generator.signedUnit() }
}

/// Returns a vector of one value per channel, padded to whole blocks.
func vector(_ values: [Float], _ kernels: KernelSet) -> GuardedFloats {
    let count = (values.count + kernels.block - 1) / kernels.block * kernels.block
    return GuardedFloats(values + Array(repeating: 0, count: count - values.count))
}

extension lk_epilogue {
    /// Makes an epilogue that points into `slopes` and `residual`, which the caller keeps alive.
    init(
        _ activation: lk_activation, slopes: GuardedFloats? = nil, residual: BlockedTensor? = nil,
        residualLast: Bool = false
    ) {
        self.init()
        self.activation = activation
        if let slopes { self.slopes = UnsafePointer(slopes.base) }
        residual_last = residualLast
        guard let residual else { return }
        self.residual = UnsafePointer(residual.memory.base)
        residual_plane = Int64(residual.plane)
        residual_blocks = Int32(residual.blocks)
    }
}
