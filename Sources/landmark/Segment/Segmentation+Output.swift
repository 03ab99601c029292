import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

extension Segmentation: OutputInstance {
    static let csvColumns = ["share", "left", "top", "width", "height"]

    /// There is one mask for all people in an image.
    var id: Int { 1 }
    var outputMask: Mask? { mask }

    func write(to json: inout JSONText, includesRaw: Bool) {
        let area = MaskArea(mask)
        json.object { json in
            json.key("share")
            json.number(area.share)
            json.key("box")
            json.optional(area.box) { $1.numbers($0) }
        }
    }

    func write(to csv: inout CSVText, label: FrameLabel) {
        let area = MaskArea(mask)
        label.write(to: &csv)
        csv.field(area.share)
        for index in 0..<4 { csv.field(area.box?[index]) }
        csv.endLine()
    }

    var overlays: [LandmarkOverlay] { [.mask(mask, color: .instance(0))] }
}

/// The pixels of a mask that more probably than not show people.
private struct MaskArea {
    /// Their share of all pixels, 0…1.
    let share: Float
    /// The left and upper edges, the width and the height of the box around them, as fractions of the
    /// image's size; nil if there are none.
    let box: [Float]?

    init(_ mask: Mask) {
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
}
