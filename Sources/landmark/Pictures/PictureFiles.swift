import LandmarkImaging

/// Where drawn pictures go: one file, or a folder with one file for each picture.
final class PictureFiles {
    private let path: String
    private let isFolder: Bool
    private var names = PictureNames()

    /// Checks `path`, and makes the folder when there can be several pictures.
    init(_ path: String, option: String, several: Bool) throws(CommandError) {
        self.path = path
        let looksLikePicture = ["png", "jpg", "jpeg"].contains(Path.suffix(of: path))
        switch (System.kind(of: path), several) {
        case (.success(.folder), _): isFolder = true
        case (_, true) where looksLikePicture:
            throw .unsupportedOutput(
                option: option, file: path, expected: "a folder for several pictures")
        case (_, true):
            try Self.makeFolder(path)
            isFolder = true
        case (_, false) where looksLikePicture: isFolder = false
        case (_, false):
            throw .unsupportedOutput(option: option, file: path, expected: "a PNG or JPEG file")
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
        let target = isFolder ? Path.join(path, names.name(for: source) + ".png") : path
        if System.resolved(target) == System.resolved(source) {
            throw CommandError.overwritesInput(target)
        }
        let canvas = try Canvas(picture)
        try drawing(canvas)
        let drawn = try canvas.picture()
        if Path.suffix(of: target) == "png" {
            try PNGFile.write(drawn, to: target)
        } else {
            try JPEGFile.write(drawn, to: target)
        }
    }
}
