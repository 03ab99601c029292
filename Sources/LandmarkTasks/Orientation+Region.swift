import LandmarkCore

extension Orientation {
    /// The whole of a picture of `size` as a region that stands upright in the scene.
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
}
