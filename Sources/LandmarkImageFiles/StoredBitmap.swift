package import LandmarkCore
package import LandmarkImaging

/// The memory layout of decoded pixels, covering the variants that ImageIO uses.
package struct StoredBitmap: Sendable {
    /// The meaning of a pixel's components.
    package enum Model: Sendable, Hashable {
        /// Luminance.
        case gray
        /// Red, green, blue.
        case rgb
        /// Cyan, magenta, yellow, black; the maximum value is full ink.
        case cmyk
        /// Indices into a table of red, green and blue bytes.
        case indexed([UInt8])
    }

    /// The component in addition to the colors.
    package enum Alpha: Sendable, Hashable {
        /// There is none.
        case none
        /// Before the colors.
        case first(isPremultiplied: Bool)
        /// After the colors.
        case last(isPremultiplied: Bool)
        /// Before the colors, ignored.
        case skippedFirst
        /// After the colors, ignored.
        case skippedLast
    }

    /// The unit whose bytes are reversed.
    package enum Order: Sendable, Hashable {
        /// None: components and their bytes are in natural order.
        case big
        /// Each 16-bit component.
        case little16
        /// Each 32-bit pixel.
        case little32
    }

    /// The size in pixels.
    package var size: PixelSize
    /// The meaning of the components.
    package var model: Model
    /// The number of bits per component: 1, 2, 4, 8 or 16.
    package var bitsPerComponent = 8
    /// The number of bits from one pixel to the next.
    package var bitsPerPixel: Int
    /// The number of bytes from one row to the next.
    package var bytesPerRow: Int
    /// The component in addition to the colors.
    package var alpha = Alpha.none
    /// The byte order.
    package var order = Order.big
    /// Whether the colors are inverted: 0 is the maximum.
    package var isInverted = false

    /// Describes opaque pixels with 8-bit components; callers change what differs.
    package init(_ size: PixelSize, _ model: Model, bitsPerPixel: Int, bytesPerRow: Int) {
        self.size = size
        self.model = model
        self.bitsPerPixel = bitsPerPixel
        self.bytesPerRow = bytesPerRow
    }

    /// Returns the pixels as `gray8` if they are gray, `rgba32` if they have alpha, otherwise
    /// `rgb24`; nil if there are too few bytes for the layout, or it is none of the above.
    ///
    /// Samples of 16 bits are truncated to their upper 8, smaller ones scaled to 0…255.
    package func pixels(_ bytes: UnsafeRawBufferPointer) -> PixelBuffer? {
        guard isConsistent, bytes.count >= bytesPerRow * (size.height - 1) + rowLength else {
            return nil
        }
        if case .indexed(let table) = model { return expand(table, bytes) }
        if bitsPerComponent < 8 { return expandGray(bytes) }
        let colors = colorOffsets.map { offset(ofComponent: $0) }
        if model == .cmyk {
            let inks = gather(bytes, offsets: colors)
            return PixelBuffer(inks: inks, size: size, areInverted: isInverted)
        }
        guard let alphaOffset else { return opaque(gather(bytes, offsets: colors)) }
        // There is no gray format with alpha.
        let three = model == .gray ? Array(repeating: colors[0], count: 3) : colors
        var pixels = gather(bytes, offsets: three + [offset(ofComponent: alphaOffset)])
        if isInverted { invert(&pixels, every: 4) }
        if isPremultiplied { divideByAlpha(&pixels) }
        return PixelBuffer(
            trusted: size, format: .rgba32, bytesPerRow: 4 * size.width, bytes: pixels)
    }

    /// The number of bytes in a row that contain pixels.
    private var rowLength: Int { (size.width * bitsPerPixel + 7) / 8 }

    private var isConsistent: Bool {
        guard 1...(1 << 24) ~= size.width, 1...(1 << 24) ~= size.height,
            1...64 ~= bitsPerPixel, rowLength...(1 << 32) ~= bytesPerRow
        else { return false }
        switch bitsPerComponent {
        case 1, 2, 4:
            let isSingle = bitsPerPixel == bitsPerComponent && alpha == .none
            switch model {
            case .gray, .indexed: return isSingle
            case .rgb, .cmyk: return false
            }
        case 8:
            if case .indexed = model { return bitsPerPixel == 8 && alpha == .none }
            return order != .little16 && (order == .big || bitsPerPixel == 32)
                && bitsPerPixel % 8 == 0 && bitsPerPixel >= 8 * componentCount
        case 16:
            if case .indexed = model { return false }
            return order != .little32 && bitsPerPixel % 16 == 0
                && bitsPerPixel >= 16 * componentCount
        default: return false
        }
    }

    private var colorCount: Int {
        switch model {
        case .gray, .indexed: 1
        case .rgb: 3
        case .cmyk: 4
        }
    }

    private var componentCount: Int { colorCount + (alpha == .none ? 0 : 1) }

    /// The positions of the colors among the components.
    private var colorOffsets: Range<Int> {
        switch alpha {
        case .first, .skippedFirst: 1..<1 + colorCount
        case .none, .last, .skippedLast: 0..<colorCount
        }
    }

    /// The position of the alpha among the components.
    private var alphaOffset: Int? {
        switch alpha {
        case .first: 0
        case .last: colorCount
        case .none, .skippedFirst, .skippedLast: nil
        }
    }

    private var isPremultiplied: Bool {
        switch alpha {
        case .first(let isPremultiplied), .last(let isPremultiplied): isPremultiplied
        case .none, .skippedFirst, .skippedLast: false
        }
    }

    /// Returns the byte of a pixel with a component's upper 8 bits.
    private func offset(ofComponent index: Int) -> Int {
        switch (bitsPerComponent, order) {
        case (16, .little16): 2 * index + 1
        case (16, _): 2 * index
        case (_, .little32): 3 - index
        default: index
        }
    }

    private func gather(_ bytes: UnsafeRawBufferPointer, offsets: [Int]) -> [UInt8] {
        let step = bitsPerPixel / 8
        let total = size.width * size.height * offsets.count
        return [UInt8](unsafeUninitializedCapacity: total) { target, count in
            var to = 0
            for y in 0..<size.height {
                var from = y * bytesPerRow
                for _ in 0..<size.width {
                    for offset in offsets {
                        target[to] = bytes[from + offset]
                        to += 1
                    }
                    from += step
                }
            }
            count = total
        }
    }

    private func opaque(_ colors: [UInt8]) -> PixelBuffer {
        let format = model == .gray ? PixelFormat.gray8 : .rgb24
        return PixelBuffer(
            trusted: size, format: format, bytesPerRow: size.width * format.bytesPerPixel,
            bytes: isInverted ? colors.map { 255 - $0 } : colors)
    }

    private func invert(_ pixels: inout [UInt8], every step: Int) {
        for index in pixels.indices where index % step != step - 1 {
            pixels[index] = 255 - pixels[index]
        }
    }

    private func divideByAlpha(_ pixels: inout [UInt8]) {
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[start + 3])
            for index in start..<start + 3 {
                let color = alpha == 0 ? 0 : (Int(pixels[index]) * 255 + alpha / 2) / alpha
                pixels[index] = UInt8(min(color, 255))
            }
        }
    }

    /// Returns the number of at most 8 bits at column `x`.
    private func number(_ bytes: UnsafeRawBufferPointer, x: Int, y: Int) -> Int {
        let bit = x * bitsPerComponent
        let byte = Int(bytes[y * bytesPerRow + bit / 8])
        return byte >> (8 - bitsPerComponent - bit % 8) & (1 << bitsPerComponent - 1)
    }

    private func expandGray(_ bytes: UnsafeRawBufferPointer) -> PixelBuffer {
        let unit = 255 / (1 << bitsPerComponent - 1)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width { pixels.append(UInt8(number(bytes, x: x, y: y) * unit)) }
        }
        return opaque(pixels)
    }

    private func expand(_ table: [UInt8], _ bytes: UnsafeRawBufferPointer) -> PixelBuffer? {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let entry = 3 * number(bytes, x: x, y: y)
                guard entry + 3 <= table.count else { return nil }
                pixels += table[entry..<entry + 3]
            }
        }
        return PixelBuffer(
            trusted: size, format: .rgb24, bytesPerRow: 3 * size.width, bytes: pixels)
    }
}

extension PixelBuffer {
    /// Converts CMYK to RGB without color management, with OpenCV's integer arithmetic.
    ///
    /// - Parameter areInverted: Whether 255 means no ink instead of full ink.
    init(inks: [UInt8], size: PixelSize, areInverted: Bool) {
        let flip: UInt8 = areInverted ? 0 : 255
        let count = size.width * size.height
        let pixels = [UInt8](unsafeUninitializedCapacity: count * 3) { target, used in
            for pixel in 0..<count {
                let light = Int(inks[4 * pixel + 3] ^ flip)
                for channel in 0..<3 {
                    let ink = 255 - Int(inks[4 * pixel + channel] ^ flip)
                    target[3 * pixel + channel] = UInt8(light - ((ink * light) >> 8))
                }
            }
            used = count * 3
        }
        self.init(trusted: size, format: .rgb24, bytesPerRow: size.width * 3, bytes: pixels)
    }
}
