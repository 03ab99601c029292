import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

extension Segmentation: OutputInstance {
    static let csvColumns = ["share", "left", "top", "width", "height"]

    /// All people in an image share one mask.
    var id: Int { 1 }
    var outputMask: Mask? { mask }

    func write(to json: inout JSONText, includesRaw: Bool) {
        json.object { MaskArea(mask).write(to: &$0) }
    }

    func write(to csv: inout CSVText, label: FrameLabel) {
        let area = MaskArea(mask)
        label.write(to: &csv)
        csv.field(area.share)
        for index in 0..<4 { csv.field(area.box?[index]) }
        csv.endLine()
    }
}
