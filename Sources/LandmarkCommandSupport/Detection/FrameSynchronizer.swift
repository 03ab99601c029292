import Dispatch
package import LandmarkCapture
package import LandmarkCore
import LandmarkImageFiles
package import LandmarkImaging

/// A frame and its place in its input.
package struct NumberedFrame: Sendable {
    package let frame: Frame
    /// The frame's index, from 0. Frames that were dropped or could not be read are counted too.
    package let number: Int

    package init(frame: Frame, number: Int) {
        self.frame = frame
        self.number = number
    }
}

/// The frames of a group's inputs at one timestamp.
package struct FrameSet: Sendable {
    package let timestamp: Timestamp
    /// One element for each input of the group; nil where the input has no frame of this timestamp.
    package let frames: [NumberedFrame?]
    /// The frame of the first input that has one.
    package let leading: NumberedFrame

    /// nil when no input has a frame.
    package init?(at timestamp: Timestamp, _ frames: [NumberedFrame?]) {
        guard let leading = frames.lazy.compactMap({ $0 }).first else { return nil }
        self.timestamp = timestamp
        self.frames = frames
        self.leading = leading
    }

    /// A single input's frame.
    package init(_ frame: NumberedFrame) {
        timestamp = frame.frame.timestamp
        frames = [frame]
        leading = frame
    }
}

/// Merges the frames of a group's inputs by timestamp, in ascending order.
///
/// A single image with a video is repeated for each of the video's frames. Images alone make one
/// set, at timestamp 0.
package struct FrameSynchronizer: Sendable {
    private var cursors: [SourceCursor]
    private var hasStarted = false

    /// Opens all inputs of a group.
    ///
    /// - Returns: The synchronizer; nil as soon as the task is canceled.
    /// - Throws: `CommandError`, `ImagingError` or `CaptureError` for the first input that cannot
    ///   be read.
    package static func open(
        _ group: InputGroup, on console: Console
    ) async throws -> FrameSynchronizer? {
        var cursors: [SourceCursor] = []
        for input in group.inputs {
            let cursor = try await SourceCursor.open(input, group.settings, on: console)
            guard let cursor else { return nil }
            cursors.append(cursor)
        }
        return FrameSynchronizer(cursors)
    }

    private init(_ cursors: [SourceCursor]) { self.cursors = cursors }

    /// The first source that is not a single image.
    package var source: (any FrameSource)? { cursors.lazy.compactMap(\.source).first }

    /// The number of sets to come, if a single input declares it; for several inputs, it depends on their
    /// timestamps.
    package var count: Int? { cursors.count == 1 ? source?.information.frameCount : nil }

    /// Waits until every input has its next frame, and returns those with the lowest timestamp.
    ///
    /// - Returns: The next set; nil after the last frame of all inputs, and when the task is
    ///   canceled.
    /// - Throws: `CaptureError`. After one that concerns a single frame, the next call continues.
    package mutating func next() async throws(CaptureError) -> FrameSet? {
        for index in cursors.indices { try await cursors[index].advance() }
        defer { hasStarted = true }
        guard let timestamp = cursors.compactMap(\.timestamp).min() ?? imagesTimestamp else {
            return nil
        }
        var frames: [NumberedFrame?] = []
        for index in cursors.indices { frames.append(cursors[index].take(at: timestamp)) }
        return FrameSet(at: timestamp, frames)
    }

    /// The timestamp of images without a video, which make one set.
    private var imagesTimestamp: Timestamp? {
        hasStarted || source != nil ? nil : .milliseconds(0)
    }
}

/// A position among the frames of one input.
package struct SourceCursor: Sendable {
    /// A single image, which exists at every timestamp; nil for a source of frames.
    package private(set) var image: PixelBuffer?
    /// The source of frames; nil for a single image.
    package private(set) var source: (any FrameSource)?
    private var frames: FrameSequence.Iterator?
    private var pending: Frame?
    /// The index of the pending frame, or else of the next one.
    private var number = 0
    private var hasEnded = false

    private init(_ image: PixelBuffer) { self.image = image }

    private init(_ source: any FrameSource) {
        self.source = source
        // Reads through a sequence, because `source.next()` itself cannot be canceled while it waits.
        frames = source.frames().makeAsyncIterator()
    }

    /// The timestamp of the frame that ``advance()`` has read.
    package var timestamp: Timestamp? { pending?.timestamp }

    /// Reads the next frame, unless one is pending.
    ///
    /// - Throws: `CaptureError`. When only one image of a folder is at fault, the next call
    ///   continues after it; otherwise the input has ended.
    package mutating func advance() async throws(CaptureError) {
        guard let source, pending == nil, !hasEnded else { return }
        do throws(CaptureError) {
            pending = try await frames?.next()
            hasEnded = pending == nil
        } catch {
            if error.concernsOneFrame {
                // The error ends the sequence but not its source.
                frames = source.frames().makeAsyncIterator()
                number += 1
            } else {
                hasEnded = true
            }
            throw error
        }
    }

    /// Removes the pending frame when it has this timestamp. A single image has every timestamp.
    package mutating func take(at timestamp: Timestamp) -> NumberedFrame? {
        if let image {
            return NumberedFrame(frame: Frame(image: image, timestamp: timestamp), number: 0)
        }
        guard let frame = pending, frame.timestamp == timestamp else { return nil }
        // For a part of a video, only the source knows how many frames precede it.
        let number = frame.number ?? number
        self.number = number + 1
        pending = nil
        return NumberedFrame(frame: frame, number: number)
    }
}

extension CaptureError {
    /// Whether later frames may be fine, as after one unreadable image of a folder.
    package var concernsOneFrame: Bool { if case .image = self { true } else { false } }
}

// MARK: Opening

extension SourceCursor {
    /// Opens an input at its first frame.
    ///
    /// - Returns: The cursor; nil as soon as the task is canceled, since a pipe may have no
    ///   writer and a camera may send no image.
    /// - Throws: `CommandError.unreadable`, `ImagingError` or `CaptureError` for an input that
    ///   cannot be read.
    package static func open(
        _ input: Input, _ settings: StreamSettings, on console: Console
    ) async throws -> SourceCursor? {
        if case .image(let path) = input {
            do throws(SystemError) {
                _ = try FileSystem.status(of: path)
            } catch {
                throw CommandError.unreadable(file: path, reason: "\(error)")
            }
            return SourceCursor(try ImageFile.read(path))
        }
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<any FrameSource, CaptureError>.self, bufferingPolicy: .bufferingNewest(1))
        DispatchQueue.global().async {
            continuation.yield(
                Result { () throws(CaptureError) in try source(of: input, settings, console) })
            continuation.finish()
        }
        for await result in results {
            do throws(CaptureError) {
                return SourceCursor(try result.get())
            } catch {
                if case .isAddress(let address) = error { throw CommandError.address(address) }
                throw error
            }
        }
        return nil
    }

    private static func source(
        of input: Input, _ settings: StreamSettings, _ console: Console
    ) throws(CaptureError) -> any FrameSource {
        switch input {
        case .image(let path), .video(let path):
            var options = VideoOptions()
            // Inference runs in parallel, and a decoder on every core would slow it down more than it would
            // gain.
            options.threads = max(1, ProcessorCount.usual / 2)
            // Damage is reported once, by the error after the last frame.
            options.logger = console.logger { [name = input.name] message in
                ["its images", "its index"].contains { message.hasPrefix("\(name): \($0)") }
            }
            options.allowsNetwork = settings.allowsNetwork
            options.isLive = settings.isLive
            options.part = settings.part
            options.sizeChange = .deliver
            do throws(CaptureError) {
                return try VideoFile(path: path, options: options)
            } catch .undecodable(_, let reason) where input.isStandardInput {
                throw .undecodable(
                    file: path,
                    reason: FileSystem.isFile(path)
                        ? reason
                        : "\(reason); if the video requires seeking, give it as “< FILE”")
            }
        case .folder(let path):
            return try ImageFolder(path: path, frameRate: settings.rate, part: settings.part)
        case .camera(let device):
            var options = CameraOptions()
            if let size = settings.size { options.size = size }
            options.frameRate = settings.rate
            if NetworkAddress(device) != nil {
                options.allowsNetwork = settings.allowsNetwork
                options.logger = console.logger { [name = input.name] in $0.hasPrefix("\(name) is ")
                }
            }
            let isPath = device.hasPrefix("camera:/")
            return try Camera(
                device: isPath ? String(device.dropFirst("camera:".count)) : device,
                options: options)
        case .standardInput:
            // `InputList` has checked that there is a size.
            let frames = try RawFrames(
                size: settings.size ?? PixelSize(width: 640, height: 480),
                format: settings.pixelFormat, frameRate: settings.rate)
            return settings.part.isWhole ? frames : try PartOfSource(settings.part, of: frames)
        }
    }
}
