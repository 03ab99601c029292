import LandmarkCore

extension Orientation {
    /// The whole of an image of `size` as a region that stands upright in the scene.
    func region(in size: PixelSize) -> NormalizedRect {
        var region = NormalizedRect.full
        switch self {
        case .up: return region
        case .right: region.rotation = -.pi / 2
        case .down: region.rotation = -.pi
        case .left: region.rotation = .pi / 2
        }
        if self != .down {
            region.width = Float(size.height) / Float(size.width)
            region.height = Float(size.width) / Float(size.height)
        }
        return region
    }

    /// How far, in pixels, a turned image's regions are moved to be sampled as upright ones are.
    ///
    /// Sampling takes a region's corner for the center of a pixel, which is half a pixel off
    /// towards the upper left. Where turning reverses an axis that would be the scene's other
    /// side, and the whole pixel between the two shows in a small image. Moved, a turned
    /// image gives the networks the very bytes of the upright one.
    var samplingOffset: SIMD2<Float> {
        switch self {
        case .up: SIMD2(0, 0)
        case .right: SIMD2(0, -1)
        case .down: SIMD2(-1, -1)
        case .left: SIMD2(-1, 0)
        }
    }
}

extension PixelRect {
    /// The rectangle moved by `offset` pixels.
    func moved(by offset: SIMD2<Float>) -> PixelRect {
        var moved = self
        moved.xCenter += offset.x
        moved.yCenter += offset.y
        return moved
    }
}

extension NormalizedRect {
    /// The rectangle moved by `offset` pixels of an image of `size`.
    func moved(by offset: SIMD2<Float>, in size: PixelSize) -> NormalizedRect {
        var moved = self
        moved.xCenter += offset.x / Float(size.width)
        moved.yCenter += offset.y / Float(size.height)
        return moved
    }
}
