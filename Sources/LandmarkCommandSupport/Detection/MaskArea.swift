package import LandmarkCore
package import LandmarkImaging

/// The pixels of a mask that probably show people.
package struct MaskArea: Sendable {
    /// Their share of all pixels, 0…1.
    package let share: Float
    /// The left and upper edges, the width and the height of the box around them, as fractions of the
    /// image's size; nil if none do.
    package let box: [Float]?

    package init(_ mask: Mask) {
        var count = 0
        var (left, top, right, bottom) = (mask.width, mask.height, -1, -1)
        mask.values.withUnsafeBufferPointer { values in
            for row in 0..<mask.height {
                for column in 0..<mask.width where values[row * mask.width + column] > 0.5 {
                    count += 1
                    (left, right) = (min(left, column), max(right, column))
                    (top, bottom) = (min(top, row), max(bottom, row))
                }
            }
        }
        let (width, height) = (Float(mask.width), Float(mask.height))
        share = Float(count) / (width * height)
        box =
            count == 0
            ? nil
            : [
                Float(left) / width, Float(top) / height, Float(right - left + 1) / width,
                Float(bottom - top + 1) / height,
            ]
    }

    /// Writes the share and the box as members of an object.
    package func write(to json: inout JSONText) {
        json.key("share")
        json.number(share)
        json.key("box")
        json.optional(box) { $1.numbers($0) }
    }
}
