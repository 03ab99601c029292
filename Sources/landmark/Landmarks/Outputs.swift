import LandmarkCore
import LandmarkImaging

/// Where the findings of a run go.
struct Outputs<Kind: Subject> {
    private let json: OutputFile?
    private let csv: OutputFile?
    private let overlays: PictureFiles?
    private let masks: String?
    private var maskNames = PictureNames()

    /// Opens what the arguments name; JSON Lines on standard output when they name nothing.
    init(_ arguments: Arguments, several: Bool) throws(CommandError) {
        let csvPath = arguments.text("--csv")
        let jsonPath = Self.jsonPath(arguments)
        if let jsonPath, jsonPath == csvPath {
            throw .sameOutput(file: jsonPath, first: "--json", second: "--csv")
        }
        overlays = try arguments.text("--overlay").map { path throws(CommandError) in
            try PictureFiles(path, option: "--overlay", several: several)
        }
        masks = arguments.text("--masks")
        if let masks { try PictureFiles.makeFolder(masks) }
        json = try jsonPath.map { path throws(CommandError) in try OutputFile(path) }
        csv = try csvPath.map { path throws(CommandError) in try OutputFile(path) }
        try writeHeader()
    }

    /// Where JSON goes: to the file named, to standard output when no output is named, or nowhere.
    static func jsonPath(_ arguments: Arguments) -> String? {
        if let path = arguments.text("--json") { return path }
        return ["--csv", "--overlay", "--masks"].contains(where: arguments.has) ? nil : "-"
    }

    /// Writes everything that is wanted of one picture's findings.
    mutating func write(
        _ findings: Kind.Findings, of picture: PixelBuffer, as frame: Frame, by subject: Kind
    ) throws {
        if let json { try json.write(Self.line(findings, frame, subject)) }
        if let csv {
            var text = CSVText()
            subject.write(findings, to: &text, start: frame.write)
            try csv.write(text.bytes)
        }
        if let masks {
            let name = maskNames.name(for: frame.file)
            for (id, mask) in subject.masks(of: findings) {
                let path = Path.join(masks, "\(name)-\(id).png")
                try PNGFile.write(mask.picture, to: path)
            }
        }
        try overlays?.write(picture, from: frame.file) { canvas in
            try subject.draw(findings, on: canvas)
        }
    }

    /// Gives every file its name.
    func close() throws(CommandError) {
        try json?.close()
        try csv?.close()
    }

    private func writeHeader() throws(CommandError) {
        guard let csv else { return }
        var text = CSVText()
        for column in Frame.columns + Kind.columns { text.field(column) }
        text.endLine()
        try csv.write(text.bytes)
    }

    private static func line(
        _ findings: Kind.Findings, _ frame: Frame, _ subject: Kind
    ) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            frame.write(to: &json)
            json.key(Kind.noun.several)
            json.array { subject.write(findings, to: &$0) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
