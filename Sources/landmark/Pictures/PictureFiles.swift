import LandmarkImaging

/// Where drawn pictures go: one file, or a folder with one file for each picture.
final class PictureFiles {
    private let path: String
    private let isFolder: Bool
    private var names = PictureNames()

    /// Checks `path`, and makes the folder when there can be several pictures.
    init(_ path: String, option: String, several: Bool) throws(CommandError) {
        self.path = path
        if case .success(.folder) = System.kind(of: path) {
            isFolder = true
        } else {
            isFolder = several
        }
        if isFolder {
            try Self.makeFolder(path)
        } else if !["png", "jpg", "jpeg"].contains(Path.suffix(of: path)) {
            throw .unsupportedOutput(
                option: option, file: path, expected: "a PNG or JPEG file")
        }
    }

    /// Makes a folder for outputs.
    static func makeFolder(_ path: String) throws(CommandError) {
        do throws(SystemError) {
            try System.makeFolder(path)
        } catch {
            throw .unwritable(file: path, reason: error.message)
        }
    }

    /// Draws on a copy of `picture` and writes it.
    func write(
        _ picture: PixelBuffer, from source: String, drawing: (Canvas) throws -> Void
    ) throws {
        let canvas = try Canvas(picture)
        try drawing(canvas)
        let drawn = try canvas.picture()
        let target = isFolder ? Path.join(path, names.name(for: source) + ".png") : path
        if Path.suffix(of: target) == "png" {
            try PNGFile.write(drawn, to: target)
        } else {
            try JPEGFile.write(drawn, to: target)
        }
    }
}
