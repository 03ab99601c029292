public import LandmarkCore
public import LandmarkImaging

/// Raw frames of contiguous rows of pixels, from standard input or another file descriptor.
///
/// Such a stream does not contain the size of its frames. If it ends within a frame, its size is
/// different or it is truncated: it delivers the complete frames, then throws
/// ``CaptureError/incompleteFrame(source:frame:expected:got:)``.
public final class RawFrames: FrameSource {
    /// The name, size and rate given to the initializer.
    public let information: SourceInformation
    private let format: PixelFormat
    private let size: PixelSize
    private let rate: FrameRate
    private let state: Mutex<State>

    private struct State {
        let input: OpenFile
        var index = 0
        var hasEnded = false
    }

    /// Creates a source that reads a file descriptor, which the caller remains responsible for
    /// closing.
    ///
    /// - Parameters:
    ///   - descriptor: The file descriptor; standard input by default.
    ///   - name: The name for errors.
    ///   - size: The size of a frame in pixels, 1×1 to 16384×16384.
    ///   - format: The layout of a pixel's bytes.
    ///   - frameRate: The rate that sets timestamps: frame i is at `round(i · 1000 / frameRate)`
    ///     ms.
    /// - Throws: ``CaptureError/invalidOption(name:value:expected:)`` for an invalid size.
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
        state = Mutex(State(input: OpenFile(borrowing: descriptor)))
    }

    /// Waits for and returns the next frame; nil at the end of the input.
    ///
    /// - Throws: ``CaptureError/incompleteFrame(source:frame:expected:got:)`` or
    ///   ``CaptureError/readFailed(file:code:)``, after which the source has ended.
    public func next() throws(CaptureError) -> Frame? {
        try state.withLock { (state) throws(CaptureError) in try next(&state) }
    }

    private func next(_ state: inout State) throws(CaptureError) -> Frame? {
        if state.hasEnded { return nil }
        let expected = size.width * size.height * format.bytesPerPixel
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: expected) { target, count in
            do throws(SystemError) {
                count = try state.input.fill(UnsafeMutableRawBufferPointer(target))
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
