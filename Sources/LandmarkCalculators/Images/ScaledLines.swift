import LandmarkImaging

/// The rows of an image at another width, made when they are asked for, and their mixtures.
///
/// The last two rows are kept: one that two places share comes again, and where rows become more
/// both come again and again.
struct ScaledLines {
    private typealias Line = UnsafeMutableBufferPointer<Float>

    private let columns: PixelShares
    private let source: UnsafeRawBufferPointer
    private let bytesPerRow: Int
    private let step: Int
    /// A row of the source as numbers.
    private let wide: Line
    /// Rows at the target's width, the even one and the odd one, and which they are.
    private let narrow: (even: Line, odd: Line)
    private var held = (even: -1, odd: -1)
    private let sum: Line

    /// Pixels are taken by four numbers, of which the last may lie behind the last pixel.
    private static let margin = 4

    /// Lends memory for `image`, whose bytes `source` is, to `body`.
    static func withMemory(
        of columns: PixelShares, from image: PixelBuffer, _ source: UnsafeRawBufferPointer,
        _ body: (inout ScaledLines) -> Void
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
            var lines = ScaledLines(
                columns: columns, source: source, bytesPerRow: image.bytesPerRow, step: step,
                wide: line(0, first),
                narrow: (line(first, room), line(first + room, room)),
                sum: line(first + 2 * room, row))
            body(&lines)
        }
    }

    private init(
        columns: PixelShares, source: UnsafeRawBufferPointer, bytesPerRow: Int, step: Int,
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

    /// Mixes the source's rows for row `y` of the target.
    mutating func mix(_ y: Int, of rows: PixelShares) {
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

    /// Rounds what is mixed, which lies from 0 to 255.
    func round(into bytes: UnsafeMutableBufferPointer<UInt8>) {
        // Beyond it the whole numbers are all that there is: adding it rounds, halves to even.
        let coarse: Float = 0x1p23
        for x in sum.indices {
            let shifted = sum[x] + coarse
            let isCut = sum[x] - (shifted - coarse) == 0.5
            bytes[x] = UInt8(truncatingIfNeeded: shifted.bitPattern &+ (isCut ? 1 : 0))
        }
    }

    /// Row `y` of the source at the target's width.
    private mutating func row(_ y: Int) -> Line {
        let isOdd = y % 2 == 1
        let line = isOdd ? narrow.odd : narrow.even
        if (isOdd ? held.odd : held.even) == y { return line }
        if isOdd { held.odd = y } else { held.even = y }
        widen(y)
        if step == 1 { fillGray(line) } else { fill(line) }
        return line
    }

    private func widen(_ y: Int) {
        let start = y * bytesPerRow
        let count = wide.count - Self.margin
        let bytes = UnsafeRawBufferPointer(rebasing: source[start..<start + count])
        let numbers = wide
        for index in 0..<count { numbers[index] = Float(bytes[index]) }
    }

    private func fillGray(_ line: Line) {
        forEachPlace { x, first, weights in
            var value: Float = 0
            for index in weights.indices { value += weights[index] * wide[first &+ index] }
            line[x] = value
        }
    }

    /// Where a pixel has three numbers, the fourth is the next one's, which is written after it.
    private func fill(_ line: Line) {
        let from = UnsafeRawBufferPointer(wide)
        let to = UnsafeMutableRawBufferPointer(line)
        let size = step &* MemoryLayout<Float>.size
        forEachPlace { x, first, weights in
            var place = first &* size
            var value = SIMD4<Float>()
            for weight in weights {
                value += weight * from.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self)
                place &+= size
            }
            to.storeBytes(of: value, toByteOffset: x &* size, as: SIMD4<Float>.self)
        }
    }

    /// Calls `body` with each place of a line, its first pixel and the shares of that and the next.
    @inline(__always)
    private func forEachPlace(
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
