import CLandmarkKernels
import LandmarkCore
import LandmarkImaging

/// The pixels that a canvas draws on: those of its image, in the image's own representation, copied
/// when the first color is blended into them.
final class Surface {
    /// The position of a plane in the copy.
    private struct Plane {
        var offset: Int
        var bytesPerRow: Int
    }

    let size: PixelSize
    private var image: PixelBuffer
    /// The copy; nil before the first drawing.
    private var memory: ReusedMemory?
    private var planes: [Plane] = []
    private lazy var coverage = Coverage(size)
    /// The reason that something could not be drawn.
    private var failure: String?

    init(_ image: PixelBuffer) {
        self.image = image
        size = image.size
    }

    /// The image with everything drawn on it.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when something could not be drawn.
    func pixels() throws(ImagingError) -> PixelBuffer {
        if let failure { throw .undrawable(size, reason: failure) }
        guard let memory else { return image.format == .rgb24 ? image : image.rgb }
        if let yuv = image.yuv {
            return try PixelBuffer(
                YUVImage(
                    luma: plane(0, yuv.luma.size, in: memory),
                    cb: plane(1, yuv.cb.size, in: memory),
                    cr: plane(2, yuv.cr.size, in: memory), matrix: yuv.matrix,
                    isFullRange: yuv.isFullRange))
        }
        return try PixelBuffer(
            width: size.width, height: size.height, format: .rgb24, bytesPerRow: size.width * 3,
            memory: memory.buffer, owner: memory)
    }

    private func plane(
        _ index: Int, _ size: PixelSize, in memory: ReusedMemory
    ) throws(ImagingError) -> YUVImage.Plane {
        let plane = planes[index]
        return try YUVImage.Plane(
            size: size, bytesPerRow: plane.bytesPerRow,
            memory: UnsafeRawBufferPointer(rebasing: memory.buffer[plane.offset...]), owner: memory)
    }
}

// MARK: Colors

extension Surface {
    /// Blends `color` into the pixels that `cover` covers.
    func blend(_ color: OverlayColor, cover: (Coverage, DrawingKernels) -> Void) {
        guard color.opacity > 0, let kernels = DrawingKernels.fastest else { return }
        // Cover nothing before there is memory to blend into.
        guard let start = writable(), let coverage else { return fail() }
        cover(coverage, kernels)
        guard !coverage.isEmpty else { return }
        let opacity = OverlayColor.byte(color.opacity)
        if let yuv = image.yuv {
            var work = lk_u8_blend_yuv()
            work.coverage = coverage.kernel
            work.planes = (
                start + planes[0].offset, start + planes[1].offset, start + planes[2].offset
            )
            work.strides = (planes[0].bytesPerRow, planes[1].bytesPerRow, planes[2].bytesPerRow)
            work.color = color.components(yuv.matrix, isFullRange: yuv.isFullRange)
            work.opacity = opacity
            kernels.blendYUV(&work, 0, Int32(clamping: yuv.cb.size.height))
        } else {
            var work = lk_u8_blend_rgb(
                coverage: coverage.kernel, pixels: start, stride: size.width * 3,
                color: color.components, opacity: opacity)
            kernels.blendRGB(&work, 0, Int32(clamping: size.height))
        }
        coverage.blended()
    }

    /// Draws the pixels of a layer over those of the surface.
    func blend(_ layer: Layer) {
        let columns = max(0, layer.left)..<max(0, layer.left, min(size.width, layer.right))
        let rows = max(0, layer.top)..<max(0, layer.top, min(size.height, layer.bottom))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        guard let start = writable() else { return fail() }
        guard let yuv = image.yuv else {
            for row in rows {
                for column in columns {
                    let source = layer[column, row]
                    let target = start + row * size.width * 3 + column * 3
                    target[0] = source.over(target[0], source.red)
                    target[1] = source.over(target[1], source.green)
                    target[2] = source.over(target[2], source.blue)
                }
            }
            return
        }
        let converter = YUVColors(yuv.matrix, isFullRange: yuv.isFullRange)
        for row in rows {
            for column in columns {
                let source = layer[column, row]
                let target = start + planes[0].offset + row * planes[0].bytesPerRow + column
                target.pointee = source.over(target.pointee, converter.premultiplied(source).luma)
            }
        }
        for row in rows.lowerBound / 2...(rows.upperBound - 1) / 2 {
            for column in columns.lowerBound / 2...(columns.upperBound - 1) / 2 {
                let source = layer.mean(
                    of: 2 * column..<min(2 * column + 2, size.width),
                    2 * row..<min(2 * row + 2, size.height))
                let color = converter.premultiplied(source)
                for (index, value) in [(1, color.cb), (2, color.cr)] {
                    let plane = planes[index]
                    let target = start + plane.offset + row * plane.bytesPerRow + column
                    target.pointee = source.over(target.pointee, value)
                }
            }
        }
    }
}

// MARK: The copy

extension Surface {
    /// A plane to draw on.
    struct TargetPlane {
        let start: UnsafeMutablePointer<UInt8>
        let bytesPerRow: Int
    }

    /// The pixels to draw on.
    enum Target {
        /// RGB without padding between rows.
        case rgb(UnsafeMutablePointer<UInt8>)
        /// Luma, blue and red difference, and how colors become these.
        case yuv([TargetPlane], YUVColors)
    }

    /// The pixels to draw on until the next call of the surface; nil if there is not enough memory, after
    /// which ``pixels()`` throws.
    func target() -> Target? {
        guard let start = writable() else {
            fail()
            return nil
        }
        guard let yuv = image.yuv else { return .rgb(start) }
        return .yuv(
            planes.map { TargetPlane(start: start + $0.offset, bytesPerRow: $0.bytesPerRow) },
            YUVColors(yuv.matrix, isFullRange: yuv.isFullRange))
    }

    /// Makes ``pixels()`` throw.
    func fail(_ reason: String = "out of memory") {
        failure = failure ?? reason
    }

    /// Returns the first byte of the copy, which is created first unless an unshared one exists;
    /// nil if there is not enough memory.
    private func writable() -> UnsafeMutablePointer<UInt8>? {
        if memory == nil {
            memory = MemoryStore.frames.take(layOut())
            if let memory { fill(memory.start) }
        } else if !isKnownUniquelyReferenced(&memory), let shared = memory {
            // Previously returned images keep their pixels.
            memory = MemoryStore.frames.take(shared.byteCount)
            memory?.start.copyMemory(from: shared.start, byteCount: shared.byteCount)
        }
        return memory?.start.assumingMemoryBound(to: UInt8.self)
    }

    /// Places the planes one after another, and returns their total size in bytes.
    private func layOut() -> Int {
        guard let yuv = image.yuv else {
            planes = [Plane(offset: 0, bytesPerRow: size.width * 3)]
            return size.width * 3 * size.height
        }
        var end = 0
        planes = [yuv.luma, yuv.cb, yuv.cr].map { plane in
            // Encoders read rows in multiples of their vector size.
            let bytesPerRow = (plane.size.width + 63) / 64 * 64
            defer { end += bytesPerRow * plane.size.height }
            return Plane(offset: end, bytesPerRow: bytesPerRow)
        }
        return end
    }

    private func fill(_ target: UnsafeMutableRawPointer) {
        guard let yuv = image.yuv else {
            image.copyRGB(to: target.assumingMemoryBound(to: UInt8.self))
            return
        }
        for (source, plane) in zip([yuv.luma, yuv.cb, yuv.cr], planes) {
            source.withUnsafeBytes { bytes in
                for row in 0..<source.size.height {
                    guard let from = bytes.baseAddress else { return }
                    (target + plane.offset + row * plane.bytesPerRow).copyMemory(
                        from: from + row * source.bytesPerRow, byteCount: source.size.width)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The image as `rgb24`.
    fileprivate var rgb: PixelBuffer {
        let count = width * height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            if let start = target.baseAddress { copyRGB(to: start) }
            used = count
        }
        return PixelBuffer(trusted: size, format: .rgb24, bytesPerRow: width * 3, bytes: bytes)
    }

    /// Copies the pixels to contiguous RGB bytes.
    fileprivate func copyRGB(to target: UnsafeMutablePointer<UInt8>) {
        let step = format.bytesPerPixel
        let (red, green, blue) = channels
        withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
                return
            }
            for row in 0..<height {
                let from = source + row * bytesPerRow
                let to = target + row * width * 3
                if format == .rgb24 {
                    to.update(from: from, count: width * 3)
                    continue
                }
                for column in 0..<width {
                    to[3 * column] = from[step * column + red]
                    to[3 * column + 1] = from[step * column + green]
                    to[3 * column + 2] = from[step * column + blue]
                }
            }
        }
    }
}
