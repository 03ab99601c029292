import LandmarkCore
public import LandmarkImaging
import Synchronization

/// The JPEG and PNG images of a folder as frames, in byte order of their names.
///
/// Each image is delivered in its own size and format. One that cannot be read is an error of its
/// own, and the next call goes on behind it; what stops at an error, as a loop over
/// ``FrameSource/frames()`` and ``Replay`` do, wants a folder that skips bad images.
public final class ImageFolder: FrameSource {
    /// The folder, the rate, and how many images there are.
    public let information: SourceInformation
    private let names: [String]
    private let rate: FrameRate
    private let skipsBadImages: (@Sendable (CaptureError) -> Void)?
    private let index = Mutex(0)

    private static let endings = [".jpg", ".jpeg", ".png"]

    /// Lists a folder; names that begin with a dot are passed over.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - frameRate: Image i is shown at `round(i · 1000 / frameRate)` milliseconds.
    ///   - skipsBadImages: If given, an image that cannot be read is passed over, with its place
    ///     in the row left empty, and its error is handed to this, on the thread that asked for a
    ///     frame.
    /// - Throws: `CaptureError.notFound`, `.emptyFolder` and what else keeps it from being listed.
    public init(
        path: String, frameRate: FrameRate = .thirty,
        skipsBadImages: (@Sendable (CaptureError) -> Void)? = nil
    ) throws(CaptureError) {
        names = try System.names(in: path).filter { name in
            let name = name.lowercased()
            return Self.endings.contains { name.hasSuffix($0) }
        }
        if names.isEmpty { throw .emptyFolder(folder: path) }
        rate = frameRate
        self.skipsBadImages = skipsBadImages
        information = SourceInformation(
            name: path, frameRate: frameRate, frameCount: names.count,
            duration: .milliseconds(frameRate.timestamp(ofFrame: names.count).milliseconds))
    }

    /// The next image, or nil after the last.
    ///
    /// - Throws: `CaptureError.image`, unless such images are skipped; the next call reads the
    ///   image behind it.
    public func next() throws(CaptureError) -> Frame? {
        while let index = takeIndex() {
            do {
                let image = try ImageFile.read("\(information.name)/\(names[index])")
                return Frame(image: image, timestamp: rate.timestamp(ofFrame: index))
            } catch {
                guard let skipsBadImages else { throw .image(error) }
                skipsBadImages(.image(error))
            }
        }
        return nil
    }

    /// The place of the next image, nil after the last.
    private func takeIndex() -> Int? {
        index.withLock { index in
            guard index < names.count else { return nil }
            defer { index += 1 }
            return index
        }
    }
}
