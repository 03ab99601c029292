import CLandmarkKernels
import LandmarkCore
import LandmarkImaging

/// The share of each pixel that the shapes of one color cover, until they are blended into the
/// image.
///
/// Where shapes overlap, a pixel has the largest of their coverages, so that a translucent color is
/// never blended twice.
final class Coverage {
    let size: PixelSize
    private let memory: ReusedMemory
    /// The coverage in the kernels' representation.
    let kernel: lk_coverage
    private let stride: Int
    /// Whether anything may have been covered since the last ``blended()``.
    private(set) var isEmpty = true

    /// Creates a clear coverage; nil if there is not enough memory.
    init?(_ size: PixelSize) {
        self.size = size
        let block = Int(LK_COVERAGE_BLOCK)
        let blocks = (size.width + block - 1) / block
        stride = blocks * block
        let words = (blocks + 63) / 64
        let bytes = stride * size.height
        guard let memory = MemoryStore.coverages.take(bytes + words * size.height * 8) else {
            return nil
        }
        self.memory = memory
        kernel = lk_coverage(
            bytes: memory.start.assumingMemoryBound(to: UInt8.self), stride: stride,
            width: Int32(clamping: size.width), height: Int32(clamping: size.height),
            touched: (memory.start + bytes).assumingMemoryBound(to: UInt64.self),
            words: Int32(clamping: words))
    }

    /// Records that everything has been blended and the coverage is clear.
    func blended() { isEmpty = true }

    /// Covers everything within `radius` of the boxes whose midlines are `segments`.
    ///
    /// - Parameter halfWidth: Half the width of the boxes; 0 for lines with round caps.
    func add(
        _ segments: [lk_segment], radius: Double, halfWidth: Double = 0,
        with cover: SplitWork.Kernel
    ) {
        segments.withUnsafeBufferPointer { segments in
            var work = lk_u8_cover(
                segments: segments.baseAddress, half_width: Float(halfWidth),
                radius: Float(radius), coverage: kernel)
            cover(&work, 0, Int32(clamping: segments.count))
        }
        isEmpty = false
    }

    /// Covers a rectangle with sharp corners.
    func add(left: Double, top: Double, right: Double, bottom: Double) {
        let columns = PixelSpan(left, right, limit: size.width)
        let rows = PixelSpan(top, bottom, limit: size.height)
        guard !columns.range.isEmpty else { return }
        for row in rows.range {
            let target = kernel.bytes + row * stride
            let full = rows.share(of: row)
            (target + columns.range.lowerBound).update(
                repeating: Self.byte(full), count: columns.range.count)
            for column in [columns.range.lowerBound, columns.range.upperBound - 1] {
                target[column] = Self.byte(full * columns.share(of: column))
            }
            touch(columns.range, of: row)
        }
        isEmpty = false
    }

    /// Covers pixels like those of a small image placed `left` and `top` pixels from the corner.
    func add(_ stamp: Stamp, left: Int, top: Int) {
        let columns = max(0, left)..<max(0, left, min(size.width, left + stamp.width))
        let rows = max(0, top)..<max(0, top, min(size.height, top + stamp.height))
        guard !columns.isEmpty else { return }
        stamp.bytes.withUnsafeBufferPointer { bytes in
            guard let source = bytes.baseAddress else { return }
            for row in rows {
                (kernel.bytes + row * stride + columns.lowerBound).update(
                    from: source + (row - top) * stamp.width + columns.lowerBound - left,
                    count: columns.count)
                touch(columns, of: row)
            }
        }
        isEmpty = false
    }

    /// Covers each pixel by the value of a mask that has the image's size.
    func add(_ mask: Mask) {
        let block = Int(LK_COVERAGE_BLOCK)
        mask.values.withUnsafeBufferPointer { values in
            for row in 0..<size.height {
                let target = kernel.bytes + row * stride
                let source = row * size.width
                for start in Swift.stride(from: 0, to: size.width, by: block) {
                    let end = min(start + block, size.width)
                    var most: UInt8 = 0
                    for column in start..<end {
                        let value = Self.byte(values[source + column])
                        target[column] = value
                        most |= value
                    }
                    if most > 0 { touch(start..<end, of: row) }
                }
            }
        }
        isEmpty = false
    }

    private func touch(_ columns: Range<Int>, of row: Int) {
        let words = kernel.touched + row * Int(kernel.words)
        let block = Int(LK_COVERAGE_BLOCK)
        for index in columns.lowerBound / block...(columns.upperBound - 1) / block {
            words[index / 64] |= 1 << UInt64(index % 64)
        }
    }

    private static func byte(_ share: Double) -> UInt8 { UInt8(min(max(share, 0), 1) * 255 + 0.5) }

    /// Returns 255 times `value`, or 0 for NaN. Adding 2²³ leaves the integer in the lowest bits,
    /// which the compiler vectorizes.
    private static func byte(_ value: Float) -> UInt8 {
        let limited = value > 0 ? (value < 1 ? value : 1) : 0
        return UInt8(truncatingIfNeeded: (limited * 255 + 8_388_608).bitPattern)
    }
}

/// A small coverage image without padding between rows.
struct Stamp: Sendable {
    /// The first column and row, relative to the point at which the stamp is placed.
    var left: Int
    var top: Int
    var width: Int
    var height: Int
    var bytes: [UInt8]
}

/// The fully and partly covered pixels of an interval along one axis.
private struct PixelSpan {
    private let start: Double
    private let end: Double
    /// The pixels inside the image that are at least partly covered.
    let range: Range<Int>

    init(_ start: Double, _ end: Double, limit: Int) {
        self.start = min(max(start, 0), Double(limit))
        self.end = min(max(end, 0), Double(limit))
        let first = Int(self.start.rounded(.down))
        range = first..<max(first, Int(self.end.rounded(.up)))
    }

    /// The share of a pixel that lies in the interval.
    func share(of pixel: Int) -> Double {
        max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel)))
    }
}
