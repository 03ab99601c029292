public import LandmarkCore
public import LandmarkImaging
import Synchronization

/// Frames without a container: pixels one row after another, one frame after another, from
/// standard input or any other descriptor.
///
/// Nothing in such a stream says its size. One that does not end where a frame ends was made with
/// another size or was cut off: ``CaptureError/incompleteFrame(source:frame:expected:got:)``,
/// after the frames before it.
public final class RawFrames: FrameSource {
    /// What was said about the frames.
    public let information: SourceInformation
    private let format: PixelFormat
    private let size: PixelSize
    private let rate: FrameRate
    private let state: Mutex<State>

    private struct State {
        let descriptor: Descriptor
        var index = 0
        var hasEnded = false
    }

    /// Reads frames from a descriptor, which stays the caller's.
    ///
    /// - Parameters:
    ///   - descriptor: Standard input unless said otherwise.
    ///   - name: What it is called in errors.
    ///   - size: Columns and rows, 1 to 16384 each.
    ///   - format: How a pixel's bytes are laid out.
    ///   - frameRate: Frame i is shown at `round(i · 1000 / frameRate)` milliseconds.
    /// - Throws: `CaptureError.invalidOption`.
    public init(
        descriptor: Int32 = 0, name: String = "standard input", size: PixelSize,
        format: PixelFormat, frameRate: FrameRate
    ) throws(CaptureError) {
        guard 1...16384 ~= size.width, 1...16384 ~= size.height else {
            throw .invalidOption(
                name: "size", value: "\(size)", expected: "from 1×1 to 16384×16384")
        }
        information = SourceInformation(name: name, size: size, frameRate: frameRate)
        self.format = format
        self.size = size
        rate = frameRate
        state = Mutex(State(descriptor: Descriptor(borrowing: descriptor)))
    }

    /// Waits for the next frame; nil when the input has ended.
    ///
    /// - Throws: `CaptureError.incompleteFrame` or `.readFailed`, after which the input has ended.
    public func next() throws(CaptureError) -> Frame? {
        try state.withLock { (state) throws(CaptureError) in try next(&state) }
    }

    private func next(_ state: inout State) throws(CaptureError) -> Frame? {
        if state.hasEnded { return nil }
        let expected = size.width * size.height * format.bytesPerPixel
        var failure: SystemFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: expected) { target, count in
            do throws(SystemFailure) {
                count = try state.descriptor.fill(UnsafeMutableRawBufferPointer(target))
            } catch {
                failure = error
            }
        }
        guard failure == nil, bytes.count == expected else {
            state.hasEnded = true
            if let failure { throw .readFailed(file: information.name, code: failure.code) }
            if bytes.isEmpty { return nil }
            throw .incompleteFrame(
                source: information.name, frame: state.index, expected: expected,
                got: bytes.count)
        }
        defer { state.index += 1 }
        do {
            let image = try PixelBuffer(
                width: size.width, height: size.height, format: format, bytes: bytes)
            return Frame(image: image, timestamp: rate.timestamp(ofFrame: state.index))
        } catch {
            throw .image(error)
        }
    }
}
