import LandmarkCore
import LandmarkImaging
import LandmarkTasks

// What was found in a mirror image, where it is in the image itself. Names stay: the mirror
// image is what was judged.

/// What can be taken from a mirror image to the image itself.
protocol Mirrorable: Sendable {
    /// The same, with left and right exchanged.
    var mirrored: Self { get }
}

extension Hand: Mirrorable {
    var mirrored: Hand {
        Hand(
            id: id, handedness: handedness, handednessScore: handednessScore, presence: presence,
            landmarks: landmarks.map(\.mirrored), worldLandmarks: worldLandmarks.map(\.mirrored),
            region: region.mirrored, rawLandmarks: rawLandmarks.map(\.mirrored),
            rawWorldLandmarks: rawWorldLandmarks.map(\.mirrored))
    }
}

extension Pose: Mirrorable {
    var mirrored: Pose {
        Pose(
            id: id, presence: presence, landmarks: landmarks.map(\.mirrored),
            worldLandmarks: worldLandmarks.map(\.mirrored), mask: mask.map(\.mirrored),
            region: region.mirrored, rawLandmarks: rawLandmarks.map(\.mirrored),
            rawWorldLandmarks: rawWorldLandmarks.map(\.mirrored))
    }
}

extension Face: Mirrorable {
    var mirrored: Face {
        Face(
            id: id, presence: presence, landmarks: landmarks.map(\.mirrored),
            blendshapes: blendshapes, transformationMatrix: transformationMatrix.map(\.mirrored),
            region: region.mirrored, rawLandmarks: rawLandmarks.map(\.mirrored))
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
    fileprivate var mirrored: NormalizedRect {
        NormalizedRect(
            xCenter: 1 - xCenter, yCenter: yCenter, width: width, height: height,
            rotation: -rotation)
    }
}

extension TransformMatrix {
    /// Mirrored before and after: the canonical mesh is symmetric, so it stays one of a face.
    fileprivate var mirrored: TransformMatrix {
        let sign = SIMD4<Float>(-1, 1, 1, 1)
        return TransformMatrix(
            -sign * column(0), sign * column(1), sign * column(2), sign * column(3))
    }
}

extension Mask {
    fileprivate var mirrored: Mask {
        var values: [Float] = []
        values.reserveCapacity(self.values.count)
        for row in stride(from: 0, to: self.values.count, by: width) {
            values += self.values[row..<row + width].reversed()
        }
        // The same count of values for the same size: there is nothing to refuse.
        return (try? Mask(width: width, height: height, values: values)) ?? self
    }
}
