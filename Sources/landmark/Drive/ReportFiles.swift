import LandmarkCommandSupport
import LandmarkImaging
import LandmarkReports
import LandmarkSystem

/// Where `--report` goes: an HTML file, a PNG file, or both.
struct ReportFiles {
    let html: String?
    let png: String?

    /// Reads `--report`: a name that ends with .html or .png is that file; one without an ending
    /// gets both; and a folder gets both, named after the input.
    init(_ path: String, for input: Input) throws(CommandError) {
        if FileSystem.isFolder(path) {
            self.init(both: Path.join(path, input.stem))
        } else if path.hasSuffix("/") {
            self.init(both: Path.join(path, input.stem))
        } else {
            switch Path.suffix(of: path) {
            case "html", "htm": self.init(html: path, png: nil)
            case "png": self.init(html: nil, png: path)
            case "": self.init(both: path)
            default:
                throw .unsupportedOutput(
                    option: "--report", file: path,
                    expected: "an HTML or PNG file, both without an ending, or into a folder")
            }
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

/// The files of a report, opened before the work so that what cannot be written is known.
struct ReportOutput {
    private let html: OutputFile?
    private let png: OutputFile?

    /// Opens the files; makes the folder when the path is one that is not there.
    init(_ path: String, _ files: ReportFiles, for readers: Readers) throws(CommandError) {
        if path.hasSuffix("/") { try Drawings.makeFolder(path) }
        html = try files.html.map { file throws(CommandError) in
            try OutputFile(file, for: readers)
        }
        png = try files.png.map { file throws(CommandError) in try OutputFile(file, for: readers) }
    }

    /// Leaves what stood in the places of the files.
    func discard() {
        html?.discard()
        png?.discard()
    }

    /// Writes what is told of a run and gives the files their names.
    func write(_ history: DriverHistory, _ run: DriverReport.Run) throws {
        if let html {
            try html.write(DriverReport.html(of: history, run))
            try html.close()
        }
        if let png {
            try png.write(PNGFile.encode(DriverReport.image(of: history, run), name: "the report"))
            try png.close()
        }
    }
}
