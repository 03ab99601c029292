#if os(Linux)
import CWindow
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkDrawing
import LandmarkImaging
import LandmarkCore

/// `--show`: the drawn frames in a window. When it is closed, the run continues for the other
/// outputs.
///
/// It needs SDL 2 (Debian's `libsdl2-2.0-0`), which is loaded only for this purpose.
final class WindowSink<Record: FrameRecord>: OutputSink<Record> {
    private let draw: OverlaySink<Record>.Draw
    private var isOpen = false
    private var title = ""
    /// Whether the last image is the only one of its input; it then stays until the window is
    /// closed.
    private var isStill = false

    init(draw: @escaping OverlaySink<Record>.Draw) { self.draw = draw }

    deinit { discard() }

    override func begin(_ group: InputGroup, from source: (any FrameSource)?) {
        title = group.main.title
        isStill = group.isImage
    }

    /// - Throws: `CommandError.noWindow`, or `.brokenPipe` after the window was closed.
    override func write(_ record: Record) throws {
        guard let frame = record.frame else { return }
        let image = try frame.image.drawn { try draw(record, $0) }
        if !isOpen { try open(image) }
        let result = image.withUnsafeBytes { bytes in
            lk_window_show(
                bytes.bindMemory(to: UInt8.self).baseAddress, Int32(image.width),
                Int32(image.height), image.bytesPerRow)
        }
        if result != 0 { throw CommandError.brokenPipe }
    }

    private func open(_ image: PixelBuffer) throws(CommandError) {
        var reason = [CChar](repeating: 0, count: 256)
        guard
            lk_window_open(
                "\(title) – landmark", Int32(image.width), Int32(image.height), &reason,
                reason.count) == 0
        else {
            let text = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            throw .noWindow(reason: String(decoding: text, as: UTF8.self))
        }
        isOpen = true
    }

    override func close() {
        if isOpen, isStill { lk_window_wait { Interruption.isRequested ? 1 : 0 } }
        discard()
    }

    override func discard() {
        if isOpen { lk_window_close() }
        isOpen = false
    }
}
#endif
