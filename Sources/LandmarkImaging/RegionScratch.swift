import CLandmarkKernels
import LandmarkCore

/// Memory for the converted part of YUV images, reused from call to call. Thread-safe.
///
/// It has space for a whole image, so that a pixel has the same position as in the image, but only
/// the converted part is touched and uses memory.
final class RegionScratch: Sendable {
    private struct Memory: Sendable {
        // SAFETY: one thread at a time takes the memory, and returns it when done.
        nonisolated(unsafe) let base: UnsafeMutablePointer<UInt8>
        let count: Int
    }

    /// The unused memory.
    private let free = Mutex<[Memory]>([])

    deinit {
        free.withLock { memories in memories.forEach { $0.base.deallocate() } }
    }

    /// Calls `body` with an image in which the pixels of `yuv` in the box are set.
    ///
    /// - Parameters:
    ///   - kernel: The conversion.
    ///   - runner: Runs the conversion's rows, possibly on several threads.
    func withImage(
        of yuv: YUVImage, columns: Range<Int>, rows: Range<Int>,
        kernel: @escaping SplitWork.Kernel, on runner: some WorkRunner, _ body: (lk_image) -> Void
    ) {
        let stride = yuv.size.width * PixelFormat.rgb24.bytesPerPixel
        let memory = take(stride * yuv.size.height)
        defer { free.withLock { $0.append(memory) } }
        let first = memory.base + rows.lowerBound * stride
        yuv.convert(
            columns: columns, rows: rows,
            into: first + columns.lowerBound * PixelFormat.rgb24.bytesPerPixel,
            bytesPerRow: stride, with: kernel, on: runner)
        body(
            lk_image(
                pixels: memory.base, width: Int32(clamping: yuv.size.width),
                height: Int32(clamping: yuv.size.height), stride: stride, format: LK_RGB24))
    }

    /// Returns memory of at least `count` bytes that no one else uses.
    private func take(_ count: Int) -> Memory {
        if let memory = free.withLock({ $0.popLast() }) {
            if memory.count >= count { return memory }
            memory.base.deallocate()
        }
        return Memory(base: .allocate(capacity: count), count: count)
    }
}

extension lk_warp {
    /// The pixels of an image of `size` that sampling can read, starting at an even column and row:
    /// those between the corners of the output, which the map keeps convex, plus a margin for
    /// neighbors and rounding.
    func box(in size: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
        let corners = (
            corner(0, 0), corner(Double(width), 0), corner(0, Double(height)),
            corner(Double(width), Double(height))
        )
        guard let a = corners.0, let b = corners.1, let c = corners.2, let d = corners.3 else {
            return (0..<size.width, 0..<size.height)
        }
        return (
            Self.range(min(a.x, b.x, c.x, d.x), max(a.x, b.x, c.x, d.x), below: size.width),
            Self.range(min(a.y, b.y, c.y, d.y), max(a.y, b.y, c.y, d.y), below: size.height)
        )
    }

    /// The image position of an output position; nil unless it is finite and the map is nearly
    /// affine, as that of a region is.
    private func corner(_ x: Double, _ y: Double) -> SIMD2<Double>? {
        let m = matrix
        let w = m.6 * x + m.7 * y + m.8
        let at = SIMD2(m.0 * x + m.1 * y + m.2, m.3 * x + m.4 * y + m.5) / w
        guard w > 0.5, w < 2, abs(at.x) < 0x1p30, abs(at.y) < 0x1p30 else { return nil }
        return at
    }

    /// The indices from `low` to `high` with a margin, clamped like a replicated edge.
    private static func range(_ low: Double, _ high: Double, below end: Int) -> Range<Int> {
        let margin = 3
        let first = min(max(Int(low.rounded(.down)) - margin, 0), end - 1) & ~1
        let last = min(max(Int(high.rounded(.up)) + margin, 0), end - 1)
        return first..<last + 1
    }
}
