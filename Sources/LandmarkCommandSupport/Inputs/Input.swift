import LandmarkSystem

/// What an argument names, as far as its text and what stands there tell.
package enum Input: Sendable, Hashable {
    /// A JPEG or PNG file.
    case image(String)
    /// A folder of images.
    case folder(String)
    /// Anything else with a path: a video file, or a pipe that carries one.
    case video(String)
    /// A camera, by the name it was given with.
    case camera(String)
    /// Raw frames on standard input.
    case standardInput

    private static let imageSuffixes: Set = ["jpg", "jpeg", "png"]

    /// Looks at `argument`, and at the first bytes of a file whose name does not tell.
    package init(_ argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if argument.hasPrefix("camera:") || Self.isCamera(Path.resolved(argument)) {
            self = .camera(argument)
        } else if FileSystem.isFolder(argument) {
            self = .folder(argument)
        } else if Self.imageSuffixes.contains(Path.suffix(of: argument)) {
            self = .image(argument)
        } else {
            self = Self.beginsAsImage(argument) ? .image(argument) : .video(argument)
        }
    }

    /// The input as it was given, which is how results and messages call it.
    package var name: String {
        switch self {
        case .image(let path), .folder(let path), .video(let path): path
        case .camera(let device): device
        case .standardInput: "-"
        }
    }

    /// The stem of the names of files made from it.
    package var stem: String {
        switch self {
        case .image(let path), .video(let path): Path.stem(of: path)
        case .folder(let path): Path.name(of: Path.resolved(path))
        case .camera(let device): String(device.map { $0 == ":" || $0 == "/" ? "-" : $0 })
        case .standardInput: "stdin"
        }
    }

    /// Whether a folder's file is one of its images.
    package static func isImageName(_ path: String) -> Bool {
        imageSuffixes.contains(Path.suffix(of: path))
    }

    /// Whether a path is that of one of Linux's cameras.
    private static func isCamera(_ path: String) -> Bool {
        let name = "/dev/video"
        guard path.hasPrefix(name) else { return false }
        let number = path.dropFirst(name.count)
        return !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    private static func beginsAsImage(_ path: String) -> Bool {
        guard FileSystem.isFile(path), let start = try? FileSystem.read(path, atMost: 8) else {
            return false
        }
        let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        return start == png || start.starts(with: [0xff, 0xd8, 0xff])
    }
}
