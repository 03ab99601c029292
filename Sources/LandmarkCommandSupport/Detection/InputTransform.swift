package import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// How images are changed before detection, and results changed back: `--orientation` and
/// `--mirrored`.
package struct InputTransform: Sendable {
    /// How the scene lies in the image that is processed.
    private let orientation: Orientation
    /// Whether the mirror image is processed.
    private let isMirrored: Bool

    package init(_ settings: DetectionSettings) {
        self.init(orientation: settings.orientation, isMirrored: settings.isMirrored)
    }

    /// - Parameters:
    ///   - orientation: How the scene lies in the image as it is stored.
    ///   - isMirrored: Whether the mirror image is processed.
    package init(orientation: Orientation, isMirrored: Bool = false) {
        self.isMirrored = isMirrored
        self.orientation = isMirrored ? orientation.mirrored : orientation
    }

    /// The frame to process.
    package func apply(to frame: Frame) -> Frame {
        Frame(
            image: isMirrored ? frame.image.mirrored : frame.image, timestamp: frame.timestamp,
            orientation: orientation)
    }

    /// Maps results back into the frame that was given to ``apply(to:)``.
    package func restore<Instance: Mirrorable>(_ instances: [Instance]) -> [Instance] {
        isMirrored ? instances.map(\.mirrored) : instances
    }
}

/// A result that can be mapped from a mirror image into the original.
package protocol Mirrorable {
    /// The same result with x coordinates mirrored. Names such as left and right stay, because the model
    /// judged the mirror image.
    var mirrored: Self { get }
}

extension NormalizedRect: Mirrorable {}

extension Hand: Mirrorable {
    package var mirrored: Hand {
        Hand(
            id: id, handedness: handedness, handednessScore: handednessScore, presence: presence,
            landmarks: landmarks.map(\.mirrored), worldLandmarks: worldLandmarks.map(\.mirrored),
            region: region.mirrored, rawLandmarks: rawLandmarks.map(\.mirrored),
            rawWorldLandmarks: rawWorldLandmarks.map(\.mirrored))
    }
}

extension Pose: Mirrorable {
    package var mirrored: Pose {
        Pose(
            id: id, presence: presence, landmarks: landmarks.map(\.mirrored),
            worldLandmarks: worldLandmarks.map(\.mirrored), mask: mask.map(\.mirrored),
            region: region.mirrored, rawLandmarks: rawLandmarks.map(\.mirrored),
            rawWorldLandmarks: rawWorldLandmarks.map(\.mirrored), sidesSwapped: sidesSwapped)
    }
}

extension Face: Mirrorable {
    package var mirrored: Face {
        Face(
            id: id, presence: presence, landmarks: landmarks.map(\.mirrored),
            blendshapes: blendshapes, transformationMatrix: transformationMatrix.map(\.mirrored),
            region: region.mirrored, rawLandmarks: rawLandmarks.map(\.mirrored))
    }
}

extension Holistic: Mirrorable {
    package var mirrored: Holistic {
        Holistic(
            pose: pose.mirrored, leftHand: leftHand?.mirrored, rightHand: rightHand?.mirrored,
            face: face?.mirrored)
    }
}

extension Segmentation: Mirrorable {
    package var mirrored: Segmentation { Segmentation(mask: mask.mirrored) }
}

extension Orientation {
    /// The orientation of the mirror image.
    fileprivate var mirrored: Orientation {
        switch self {
        case .left: .right
        case .right: .left
        case .up, .down: self
        }
    }
}

extension PixelBuffer {
    /// The image with left and right exchanged.
    fileprivate var mirrored: PixelBuffer {
        let step = format.bytesPerPixel
        let row = width * step
        let bytes = withUnsafeBytes { source in
            [UInt8](unsafeUninitializedCapacity: row * height) { target, count in
                for y in 0..<height {
                    for x in 0..<width {
                        let from = y * bytesPerRow + (width - 1 - x) * step
                        for channel in 0..<step {
                            target[y * row + x * step + channel] = source[from + channel]
                        }
                    }
                }
                count = row * height
            }
        }
        // Cannot fail: the size and the number of bytes are those of this image.
        return (try? PixelBuffer(width: width, height: height, format: format, bytes: bytes))
            ?? self
    }
}

extension Mask {
    fileprivate var mirrored: Mask {
        var values: [Float] = []
        values.reserveCapacity(self.values.count)
        for row in stride(from: 0, to: self.values.count, by: width) {
            values += self.values[row..<row + width].reversed()
        }
        // Cannot fail: the size and the number of values are those of this mask.
        return (try? Mask(width: width, height: height, values: values)) ?? self
    }
}

extension Landmark {
    fileprivate var mirrored: Landmark {
        var point = self
        point.x = 1 - x
        return point
    }
}

extension WorldLandmark {
    fileprivate var mirrored: WorldLandmark {
        var point = self
        point.x = -x
        return point
    }
}

extension NormalizedRect {
    package var mirrored: NormalizedRect {
        NormalizedRect(
            xCenter: 1 - xCenter, yCenter: yCenter, width: width, height: height,
            rotation: -rotation)
    }
}

extension TransformMatrix {
    /// Mirrored before and after: the canonical face mesh is symmetric, so the result is still a rigid
    /// placement of it.
    fileprivate var mirrored: TransformMatrix {
        let sign = SIMD4<Float>(-1, 1, 1, 1)
        return TransformMatrix(
            -sign * column(0), sign * column(1), sign * column(2), sign * column(3))
    }
}
