#if !canImport(AVFoundation)
import CFFmpeg

/// The properties that all images of a filter chain share.
struct FilterKey: Hashable {
    let format: Int32
    let width: Int32
    let height: Int32
    let space: UInt32
    let range: UInt32
    var deinterlaces: Bool

    init(_ frame: MediaFrame, deinterlaces: Bool) {
        let frame = frame.pointer.pointee
        format = frame.format
        width = frame.width
        height = frame.height
        space = frame.colorspace.rawValue
        range = frame.color_range.rawValue
        self.deinterlaces = deinterlaces
    }
}
#endif
