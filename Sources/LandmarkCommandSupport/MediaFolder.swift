import LandmarkCore
import LandmarkImageFiles

/// The kinds of files that can be read, by their names and first bytes.
package enum MediaKind {
    case image, video

    private static let videoSuffixes: Set = [
        "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "mpe", "m2v", "ts", "m2ts",
        "mts", "vob", "wmv", "asf", "flv", "f4v", "3gp", "3g2", "ogv", "mjpeg", "mjpg", "y4m",
        "gif", "apng", "h264", "264", "h265", "265", "hevc", "ivf", "obu", "mxf", "dv", "nut",
    ]

    /// The kind according to a name's suffix; nil for any other suffix.
    package init?(suffixOf path: String) {
        let suffix = Path.suffix(of: path)
        if ImageFile.suffixes.contains(suffix) {
            self = .image
        } else if Self.videoSuffixes.contains(suffix) {
            self = .video
        } else {
            return nil
        }
    }

    /// The kind of a regular file, by its suffix, or else by its first bytes; nil for a file that is
    /// neither.
    ///
    /// - Throws: ``SystemError`` when the first bytes are needed and cannot be read.
    init?(of path: String) throws(SystemError) {
        if let kind = MediaKind(suffixOf: path) {
            self = kind
            return
        }
        let start = try FileSystem.read(path, atMost: ImageFile.signatureLength)
        if ImageFile.isImage(beginning: start) {
            self = .image
        } else if Path.suffix(of: path).isEmpty, Self.beginsLikeVideo(start) {
            self = .video
        } else {
            return nil
        }
    }

    /// Whether a file begins like MP4, Matroska or AVI.
    private static func beginsLikeVideo(_ start: [UInt8]) -> Bool {
        start.dropFirst(4).starts(with: "ftyp".utf8)
            || start.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
            || (start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "AVI ".utf8))
    }
}

/// The images and videos of a folder, and its other files.
package struct MediaFolder {
    /// A folder that directly contains images or videos.
    package struct Level {
        package let path: String
        package fileprivate(set) var files: [(path: String, kind: MediaKind)] = []

        package var hasImages: Bool { files.contains { $0.kind == .image } }
        package var videos: [String] { files.filter { $0.kind == .video }.map(\.path) }
    }

    /// The folder, and those below it if subfolders are included, in byte order.
    package private(set) var levels: [Level] = []
    /// The files that are neither image nor video.
    package private(set) var others: [String] = []
    /// The subfolders that cannot be read, and the files that cannot be examined.
    package private(set) var problems: [CommandError] = []

    /// Lists a folder. Names that begin with a dot are ignored.
    ///
    /// - Parameter isRecursive: Whether to include its subfolders. Links to folders are followed
    ///   once.
    /// - Throws: `CommandError.unreadable`.
    package init(_ path: String, isRecursive: Bool) throws(CommandError) {
        var visited: Set<FileIdentity> = []
        try add(path, isRecursive, &visited)
    }

    private mutating func add(
        _ folder: String, _ isRecursive: Bool, _ visited: inout Set<FileIdentity>
    ) throws(CommandError) {
        if let identity = FileSystem.identity(of: folder), !visited.insert(identity).inserted {
            return
        }
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.names(in: folder)
        } catch {
            throw .unreadable(file: folder, reason: "\(error)")
        }
        var level = Level(path: folder)
        var subfolders: [String] = []
        for path in names.map({ Path.join(folder, $0) }) {
            do throws(SystemError) {
                switch try FileSystem.status(of: path).kind {
                case .folder: subfolders.append(path)
                case .file:
                    if let kind = try MediaKind(of: path) {
                        level.files.append((path, kind))
                    } else {
                        others.append(path)
                    }
                case .other: others.append(path)
                }
            } catch  where error.cause == .notFound || error.cause == .notPermitted {
                // A link without a target, or another user's file.
                others.append(path)
            } catch {
                problems.append(.unreadable(file: path, reason: "\(error)"))
            }
        }
        if !level.files.isEmpty { levels.append(level) }
        guard isRecursive else { return }
        for subfolder in subfolders {
            do throws(CommandError) {
                try add(subfolder, isRecursive, &visited)
            } catch {
                problems.append(error)
            }
        }
    }
}
