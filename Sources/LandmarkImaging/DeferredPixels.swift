import LandmarkCore

/// The source that the pixels of an image are converted from, such as planes of luma and chroma. It may be
/// used from several threads at once.
package protocol PixelSource: Sendable {
    /// Returns all pixels as contiguous rows.
    func converted() -> [UInt8]
}

/// Pixels that are converted on first access and then kept.
final class DeferredPixels: Sendable {
    private enum State: Sendable {
        case source(any PixelSource)
        case bytes([UInt8])
    }

    private let state: Mutex<State>
    /// The planes, which remain useful after the conversion; nil for any other source.
    let yuv: YUVImage?

    init(_ source: any PixelSource) {
        state = Mutex(.source(source))
        yuv = source as? YUVImage
    }

    /// The contiguous rows. Threads that request them at the same time wait for one conversion, which
    /// releases the source.
    var bytes: [UInt8] {
        state.withLock { state in
            switch state {
            case .bytes(let bytes): return bytes
            case .source(let source):
                let bytes = source.converted()
                state = .bytes(bytes)
                return bytes
            }
        }
    }

    /// Whether the rows have been requested before.
    var areConverted: Bool {
        state.withLock { state in
            if case .bytes = state { true } else { false }
        }
    }

    /// The source of the rows; nil once they have been requested.
    var source: (any PixelSource)? {
        state.withLock { state in
            if case .source(let source) = state { source } else { nil }
        }
    }
}
