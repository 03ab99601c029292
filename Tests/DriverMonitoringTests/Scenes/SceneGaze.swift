import Foundation
import LandmarkCore
import LandmarkTasks

/// A known rotation of the eyes in the head, or of the head, in degrees; negative is down and to the
/// person's left.
struct SceneGaze: Sendable, Hashable {
    var pitch: Float = 0
    var yaw: Float = 0
}

extension SceneFace {
    /// The radius of an iris, and the distance of its center from the center of the eyeball, in
    /// millimeters.
    private static let irisRadius: Float = 5.85
    private static let irisDistance: Float = 9.8

    /// The image with the eyes turned by known angles from where they looked in the photograph,
    /// which was at the camera.
    ///
    /// Irises move as on an eyeball of the usual size, and the lids follow them.
    ///
    /// - Returns: nil without `headMatrix`.
    func image(looking gaze: SceneGaze) -> SceneImage? {
        guard let shift = shift(gaze) else { return nil }
        var result = image
        for eye in eyes { eye.turn(&result, from: image, by: shift) }
        return result
    }

    /// By how much irises move in the image, in iris radii.
    private func shift(_ gaze: SceneGaze) -> SIMD2<Float>? {
        guard let headMatrix else { return nil }
        let axes = (0..<3).map { index in
            let column = headMatrix.column(index)
            let axis = SIMD3(column.x, column.y, column.z)
            return axis / (axis * axis).sum().squareRoot()
        }
        // The camera's direction in the head, and the one to look at.
        let camera = SIMD3(axes[0].z, axes[1].z, axes[2].z)
        let level: Float = (1 - min(1, camera.y * camera.y)).squareRoot()
        let yaw: Float = FloatMath.atan2(-camera.x, camera.z) + gaze.yaw * .pi / 180
        let pitch: Float = FloatMath.atan2(camera.y, level) + gaze.pitch * .pi / 180
        let flat = FloatMath.cos(pitch)
        let look = SIMD3<Float>(
            -FloatMath.sin(yaw) * flat, FloatMath.sin(pitch), FloatMath.cos(yaw) * flat)
        let seen = axes[0] * look.x + axes[1] * look.y + axes[2] * look.z
        return SIMD2(seen.x, -seen.y) * (Self.irisDistance / Self.irisRadius)
    }
}

extension SceneEye {
    /// The share of an iris's vertical movement that the upper and the lower lid follow.
    private static let upperShare: Float = 0.75
    private static let lowerShare: Float = 0.3

    /// Draws the eye with its iris moved by `shift` iris radii in the image.
    fileprivate func turn(
        _ image: inout SceneImage, from original: SceneImage, by shift: SIMD2<Float>
    ) {
        let box = frame.box(0.9)
        let offset = SIMD2((shift * frame.along).sum(), (shift * frame.down).sum()) * irisRadius
        let whites = whites(of: original)
        image.warp(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            guard let lids = lids(at: local.x, offset.y) else { return (x, y) }
            let place = frame.place(SIMD2(local.x, lids.source(of: local.y)))
            return (place.x, place.y)
        }
        image.paint(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            guard let lids = lids(at: local.x, offset.y) else { return (SIMD3(), 0) }
            let inside = min(local.y - lids.newTop, lids.newBottom - local.y)
            let opacity = max(0, min(1, inside / (0.025 * frame.width)))
            guard opacity > 0 else { return (SIMD3(), 0) }
            let share = max(0, min(1, local.x / frame.width + 0.5))
            let shade = max(0.75, min(1, 0.75 + 2.8 * (local.y - lids.newTop) / frame.width))
            let white = (whites.0 + (whites.1 - whites.0) * share) * shade
            let source = foreshortened(local - iris - offset, along: offset)
            let distance = (source * source).sum().squareRoot() / irisRadius
            let cover = max(0, min(1, (1.1 - distance) / 0.15))
            let color = cover > 0 ? irisColor(source, in: original) * shade : white
            return (white + (color - white) * cover, opacity)
        }
    }

    /// An offset from the center of a turned iris on the iris as seen from the front.
    private func foreshortened(_ offset: SIMD2<Float>, along shift: SIMD2<Float>) -> SIMD2<Float> {
        let length = (shift * shift).sum().squareRoot()
        guard length > 0.01 else { return offset }
        let axis = shift / length
        let sine = min(0.9, length / irisRadius * 0.597)
        let share = (offset * axis).sum()
        return offset + axis * (share / (1 - sine * sine).squareRoot() - share)
    }

    /// The color of the iris at an offset from its center; a part that a lid covers takes the color
    /// of the part below it.
    private func irisColor(_ offset: SIMD2<Float>, in image: SceneImage) -> SIMD3<Float> {
        let place = iris + offset
        let margin = 0.06 * frame.width
        let top = (Self.height(of: upper, at: place.x) ?? place.y) + margin
        let bottom = (Self.height(of: lower, at: place.x) ?? place.y) - margin
        let y = top < bottom ? max(top, min(bottom, place.y)) : (top + bottom) / 2
        return image.color(at: frame.place(SIMD2(place.x, y)))
    }

    /// The mean colors of the white at both sides of the iris, from the left of the image.
    private func whites(of image: SceneImage) -> (SIMD3<Float>, SIMD3<Float>) {
        var sums = (SIMD3<Float>(), SIMD3<Float>()), counts = (Float(0), Float(0))
        let box = frame.box(0.5)
        for row in box.rows {
            for column in box.columns {
                let local = frame.local(Float(column) + 0.5, Float(row) + 0.5)
                guard let top = Self.height(of: upper, at: local.x),
                    let bottom = Self.height(of: lower, at: local.x),
                    local.y > top + 0.06 * frame.width, local.y < bottom - 0.04 * frame.width
                else { continue }
                let offset = local - iris
                guard (offset * offset).sum().squareRoot() > 1.2 * irisRadius else { continue }
                let color = image.color(at: SIMD2(Float(column) + 0.5, Float(row) + 0.5))
                if offset.x < 0 {
                    sums.0 += color
                    counts.0 += 1
                } else {
                    sums.1 += color
                    counts.1 += 1
                }
            }
        }
        let usual = SIMD3<Float>(repeating: 190)
        let left = counts.0 > 0 ? sums.0 / counts.0 : usual
        let right = counts.1 > 0 ? sums.1 / counts.1 : usual
        return (counts.0 > 0 ? left : right, counts.1 > 0 ? right : left)
    }

    /// The lids at a position between the corners, when the iris has moved by `shift` pixels down.
    private func lids(at x: Float, _ shift: Float) -> MovedLids? {
        guard let top = Self.height(of: upper, at: x), let bottom = Self.height(of: lower, at: x),
            bottom > top + 0.5, let first = upper.first, let last = upper.last
        else { return nil }
        let share = max(0, min(1, (x - first.x) / (last.x - first.x)))
        let part = Float(pow(Double(FloatMath.sin(.pi * share)), 0.7)) * shift
        let newBottom = bottom + Self.lowerShare * part
        return MovedLids(
            start: top - 0.4 * frame.width, top: top, bottom: bottom,
            end: bottom + 0.45 * frame.width,
            newTop: min(top + Self.upperShare * part, newBottom - 0.5), newBottom: newBottom)
    }
}

/// A column of an eye whose lids have moved.
private struct MovedLids {
    /// Where the stretched skin begins, the lids' edges, and where it ends.
    let start: Float
    let top: Float
    let bottom: Float
    let end: Float
    let newTop: Float
    let newBottom: Float

    /// The original position of what is now at `y`.
    func source(of y: Float) -> Float {
        guard y > start, y < end else { return y }
        return y < (newTop + newBottom) / 2
            ? start + (y - start) * (top - start) / (newTop - start)
            : end + (y - end) * (bottom - end) / (newBottom - end)
    }
}

extension SceneImage {
    /// The interpolated color at a position; outside, that of the border.
    fileprivate func color(at place: SIMD2<Float>) -> SIMD3<Float> {
        let x = min(max(place.x - 0.5, 0), Float(width - 1))
        let y = min(max(place.y - 0.5, 0), Float(height - 1))
        let column = min(Int(x), width - 2), row = min(Int(y), height - 2)
        func pixel(_ column: Int, _ row: Int) -> SIMD3<Float> {
            let start = 3 * (row * width + column)
            return SIMD3(
                Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]))
        }
        let dx = x - Float(column), dy = y - Float(row)
        let top = pixel(column, row) * (1 - dx) + pixel(column + 1, row) * dx
        let bottom = pixel(column, row + 1) * (1 - dx) + pixel(column + 1, row + 1) * dx
        return top * (1 - dy) + bottom * dy
    }
}
