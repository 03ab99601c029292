import LandmarkImaging

/// Resamples the rows of an image horizontally on demand, and mixes them vertically.
///
/// The last even and the last odd row are cached: adjacent target rows share source rows,
/// especially when enlarging.
struct RowResampler {
    private typealias Line = UnsafeMutableBufferPointer<Float>

    private let columns: ResampleWeights
    private let source: UnsafeRawBufferPointer
    private let bytesPerRow: Int
    private let step: Int
    /// A source row converted to `Float`.
    private let wide: Line
    /// The cached rows at the target width, and their indices.
    private let narrow: (even: Line, odd: Line)
    private var held = (even: -1, odd: -1)
    private let sum: Line

    /// Pixels are processed as 4 lanes, of which up to 3 are past the last pixel.
    private static let margin = 4

    /// Calls `body` with temporary working memory for `image`, whose bytes are `source`.
    static func withMemory(
        of columns: ResampleWeights, from image: PixelBuffer, _ source: UnsafeRawBufferPointer,
        _ body: (inout RowResampler) -> Void
    ) {
        let step = image.format.bytesPerPixel
        let wide = image.width * step
        let row = columns.firsts.count * step
        let room = row + margin
        withUnsafeTemporaryAllocation(of: Float.self, capacity: wide + margin + 3 * room) { all in
            all.initialize(repeating: 0)
            func line(_ start: Int, _ count: Int) -> Line {
                Line(rebasing: all[start..<start + count])
            }
            let first = wide + margin
            var lines = RowResampler(
                columns: columns, source: source, bytesPerRow: image.bytesPerRow, step: step,
                wide: line(0, first),
                narrow: (line(first, room), line(first + room, room)),
                sum: line(first + 2 * room, row))
            body(&lines)
        }
    }

    private init(
        columns: ResampleWeights, source: UnsafeRawBufferPointer, bytesPerRow: Int, step: Int,
        wide: Line, narrow: (Line, Line), sum: Line
    ) {
        self.columns = columns
        self.source = source
        self.bytesPerRow = bytesPerRow
        self.step = step
        self.wide = wide
        self.narrow = narrow
        self.sum = sum
    }

    /// Computes row `y` of the target as the weighted sum of source rows.
    mutating func mix(_ y: Int, of rows: ResampleWeights) {
        let first = rows.starts[y]
        for index in first..<rows.starts[y + 1] {
            let line = row(rows.firsts[y] + index - first)
            let weight = rows.weights[index]
            let sum = sum
            if index == first {
                for x in sum.indices { sum[x] = weight * line[x] }
            } else {
                for x in sum.indices { sum[x] += weight * line[x] }
            }
        }
    }

    /// Rounds the mixed row, with values in 0…255, to bytes; halves are rounded up.
    func round(into bytes: UnsafeMutableBufferPointer<UInt8>) {
        // At this magnitude a `Float` has no fraction bits: adding it rounds to nearest, ties to
        // even.
        let coarse: Float = 0x1p23
        for x in sum.indices {
            let shifted = sum[x] + coarse
            let isTieRoundedDown = sum[x] - (shifted - coarse) == 0.5
            bytes[x] = UInt8(
                truncatingIfNeeded: shifted.bitPattern &+ (isTieRoundedDown ? 1 : 0))
        }
    }

    /// Row `y` of the source at the target width.
    private mutating func row(_ y: Int) -> Line {
        let isOdd = y % 2 == 1
        let line = isOdd ? narrow.odd : narrow.even
        if (isOdd ? held.odd : held.even) == y { return line }
        if isOdd { held.odd = y } else { held.even = y }
        convert(y)
        if step == 1 { fillGray(line) } else { fill(line) }
        return line
    }

    private func convert(_ y: Int) {
        let start = y * bytesPerRow
        let count = wide.count - Self.margin
        let bytes = UnsafeRawBufferPointer(rebasing: source[start..<start + count])
        let numbers = wide
        for index in 0..<count { numbers[index] = Float(bytes[index]) }
    }

    private func fillGray(_ line: Line) {
        forEachPixel { x, first, weights in
            var value: Float = 0
            for index in weights.indices { value += weights[index] * wide[first &+ index] }
            line[x] = value
        }
    }

    /// With 3 channels, the 4th lane belongs to the next pixel, which is written afterwards.
    private func fill(_ line: Line) {
        let from = UnsafeRawBufferPointer(wide)
        let to = UnsafeMutableRawBufferPointer(line)
        let size = step &* MemoryLayout<Float>.size
        forEachPixel { x, first, weights in
            var place = first &* size
            var value = SIMD4<Float>()
            for weight in weights {
                value += weight * from.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self)
                place &+= size
            }
            to.storeBytes(of: value, toByteOffset: x &* size, as: SIMD4<Float>.self)
        }
    }

    /// Calls `body` for each target pixel with its first source pixel and its weights.
    @inline(__always)
    private func forEachPixel(
        _ body: (_ x: Int, _ first: Int, _ weights: UnsafeBufferPointer<Float>) -> Void
    ) {
        columns.firsts.withUnsafeBufferPointer { firsts in
            columns.starts.withUnsafeBufferPointer { starts in
                columns.weights.withUnsafeBufferPointer { weights in
                    for x in firsts.indices {
                        let shares = starts[x]..<starts[x &+ 1]
                        body(x, firsts[x], UnsafeBufferPointer(rebasing: weights[shares]))
                    }
                }
            }
        }
    }
}
