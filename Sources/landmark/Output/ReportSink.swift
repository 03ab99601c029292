import LandmarkCommandSupport
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging

/// The files of `--report`.
struct ReportPaths {
    let html: String?
    let png: String?

    /// `-` writes the page as HTML to standard output. A path with the suffix .html or .png writes
    /// that file. A path without a suffix stands for both files, and a folder for both with the
    /// input's name.
    ///
    /// - Throws: `CommandError.unsupportedOutput` for any other suffix, or `.unwritable` if the path cannot
    ///   be examined.
    init(_ path: String, for input: Input) throws(CommandError) {
        if path == "-" {
            self.init(html: path, png: nil)
            return
        }
        if try OutputPaths.isFolder(path) {
            self.init(both: Path.join(path, input.stem))
            return
        }
        switch Path.suffix(of: path) {
        case "html", "htm": self.init(html: path, png: nil)
        case "png": self.init(html: nil, png: path)
        case "": self.init(both: path)
        default:
            throw .unsupportedOutput(
                option: "--report", file: path,
                expected: "an HTML or PNG file, a name without a suffix, or a folder")
        }
    }

    private init(both path: String) {
        self.init(html: path + ".html", png: path + ".png")
    }

    private init(html: String?, png: String?) {
        self.html = html
        self.png = png
    }
}

/// `--report`: a page about the whole run, as HTML, as PNG or both.
final class ReportSink<Record>: OutputSink<Record> {
    /// The content of the page, after the last record.
    struct Content {
        let html: () -> [UInt8]
        let image: () throws -> PixelBuffer
    }

    private let html: OutputFile?
    private let png: OutputFile?
    private let content: Content

    /// Opens the files, and creates the folder when `path` ends with a slash.
    init(_ path: String, _ paths: ReportPaths, _ content: Content) throws(CommandError) {
        if path.hasSuffix("/") { try OutputPaths.makeFolder(path) }
        html = try paths.html.map { path throws(CommandError) in try OutputFile(path) }
        png = try paths.png.map { path throws(CommandError) in try OutputFile(path) }
        self.content = content
    }

    override func close() throws {
        if let html {
            try html.write(content.html())
            try html.close()
        }
        if let png {
            try png.write(PNGFile.encode(content.image(), name: "the report"))
            try png.close()
        }
    }

    override func discard() {
        html?.discard()
        png?.discard()
    }

    override func keepPartial() -> [PartialFile] {
        try? html?.write(content.html())
        if let png, let bytes = try? PNGFile.encode(content.image(), name: "the report") {
            try? png.write(bytes)
        }
        return [html?.keepWhole(), png?.keepWhole()].compactMap { $0 }
    }
}
