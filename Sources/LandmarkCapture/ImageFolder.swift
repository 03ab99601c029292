import LandmarkCore
import LandmarkImageFiles
public import LandmarkImaging

/// The images of a folder as frames, in byte order of their names.
///
/// Each image has its own size and format. An unreadable image throws an error, and the next call
/// continues after it. For consumers that stop at an error, such as loops over
/// ``FrameSource/frames()`` and ``Replay``, skip bad images instead.
public final class ImageFolder: FrameSource {
    /// The folder, the frame rate, and the number of images.
    public let information: SourceInformation
    /// The names of the images in the folder, and the indices of those to deliver.
    private let names: [String]
    private let indices: [Int]
    private let rate: FrameRate
    private let skipsBadImages: (@Sendable (CaptureError) -> Void)?
    private let index = Mutex(0)

    /// Lists the images of a folder, except those whose names begin with a dot.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - frameRate: The rate that sets timestamps: image i is at `round(i · 1000 / frameRate)`
    ///     ms.
    ///   - part: The images to deliver, by those times.
    ///   - skipsBadImages: If given, unreadable images are skipped, leaving a gap in the
    ///     timestamps, and their errors are passed to this closure on the thread that called
    ///     ``next()``.
    /// - Throws: ``CaptureError/notFound(file:)``, `notPermitted`, `readFailed`, `emptyFolder`,
    ///   `invalidOption` or `startBeyondEnd`.
    public init(
        path: String, frameRate: FrameRate = .thirty, part: FramePart = FramePart(),
        skipsBadImages: (@Sendable (CaptureError) -> Void)? = nil
    ) throws(CaptureError) {
        try part.check()
        let all: [String]
        do throws(SystemError) {
            all = try FileSystem.names(in: path)
        } catch {
            throw .reading(path, error)
        }
        names = all.filter { ImageFile.suffixes.contains(Path.suffix(of: $0)) }
        if names.isEmpty { throw .emptyFolder(folder: path) }
        rate = frameRate
        self.skipsBadImages = skipsBadImages
        var selection = PartSelection(part)
        indices = names.indices.filter {
            selection.choice(frameRate.timestamp(ofFrame: $0)) == .deliver
        }
        let duration = Double(frameRate.timestamp(ofFrame: names.count).milliseconds) / 1000
        if indices.isEmpty {
            throw .startBeyondEnd(file: path, start: part.start, duration: duration)
        }
        information = SourceInformation(
            name: path, frameRate: frameRate, frameCount: indices.count,
            duration: max(0, min(duration, part.end ?? duration) - part.start))
    }

    /// Returns the next image; nil after the last.
    ///
    /// - Throws: ``CaptureError/image(_:)`` for an unreadable image, unless such images are
    ///   skipped. The next call reads the following image.
    public func next() throws(CaptureError) -> Frame? {
        while let index = takeIndex() {
            do {
                let image = try ImageFile.read("\(information.name)/\(names[index])")
                return Frame(image: image, timestamp: rate.timestamp(ofFrame: index))
                    .numbered(index)
            } catch {
                guard let skipsBadImages else { throw .image(error) }
                skipsBadImages(.image(error))
            }
        }
        return nil
    }

    /// Returns the index of the next image; nil after the last.
    private func takeIndex() -> Int? {
        index.withLock { index in
            guard index < indices.count else { return nil }
            defer { index += 1 }
            return indices[index]
        }
    }
}
