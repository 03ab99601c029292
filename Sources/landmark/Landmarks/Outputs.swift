import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem

/// Where the findings of a run go.
struct Outputs<Kind: Subject> {
    private let json: OutputFile?
    private let csv: OutputFile?
    private var drawings: Drawings?
    private let masks: String?
    private var maskNames = FileNames()
    /// Of the stream that is being worked through.
    private var video: DrawnVideo?
    private var maskStem = ""
    private let readers: Readers

    /// Opens what the arguments name; JSON Lines on standard output when they name nothing.
    init(_ arguments: Arguments, for inputs: InputList) throws(CommandError) {
        let csvPath = arguments.text("--csv")
        let jsonPath = Self.jsonPath(arguments)
        let files = InputFiles(inputs.inputs, arguments)
        drawings = try arguments.text("--overlay").map { path throws(CommandError) in
            try Drawings(path, for: inputs, at: files)
        }
        masks = arguments.text("--masks")
        try OutputNames([("--json", jsonPath), ("--csv", csvPath)])
            .check(drawings, for: inputs, at: files)
        if let masks { try Self.check(masks: masks, for: inputs, at: files) }
        try drawings?.prepare()
        if let masks { try Drawings.makeFolder(masks) }
        let paths = [jsonPath, csvPath, arguments.text("--overlay"), masks]
        let readers = Readers(of: paths.count { $0 != nil })
        self.readers = readers
        json = try jsonPath.map { path throws(CommandError) in try OutputFile(path, for: readers) }
        csv = try csvPath.map { path throws(CommandError) in try OutputFile(path, for: readers) }
        try writeHeader()
    }

    /// Where JSON goes: to the file named, to standard output when no output is named, or nowhere.
    static func jsonPath(_ arguments: Arguments) -> String? {
        if let path = arguments.text("--json") { return path }
        return ["--csv", "--overlay", "--masks"].contains(where: arguments.has) ? nil : "-"
    }

    /// Writes everything that is wanted of what was found in an image of its own.
    mutating func write(
        _ findings: [Kind.Finding], in image: PixelBuffer, of path: String, by subject: Kind
    ) throws {
        let label = FrameLabel(
            file: path, number: 0, timestamp: .milliseconds(0), size: image.size)
        try writeText(findings, label, subject)
        if let masks {
            let stem = maskNames.unique(Path.stem(of: path))
            try write(subject.masks(of: findings), to: Path.join(masks, stem))
        }
        if let target = try drawings?.target(for: .image(path), suffix: "png") {
            let drawn = try image.drawn { try subject.draw(findings, on: $0) }
            _ = try readers.stay { try drawn.write(to: target) }
        }
    }

    /// Gives every file its name.
    func close() throws(CommandError) {
        try json?.close()
        try csv?.close()
    }

    /// Leaves what stood in the place of every file.
    func discard() {
        json?.discard()
        csv?.discard()
    }

    /// After an error: gives every file its name that is whole up to here.
    mutating func save() {
        try? video?.finish(complete: false)
        video = nil
        try? json?.close()
        try? csv?.close()
    }
}

// MARK: Streams

extension Outputs {
    /// Makes ready for the frames of `source`.
    mutating func begin(
        _ stream: FrameStream, from source: any FrameSource, on console: Console
    ) throws(CommandError) {
        if masks != nil { maskStem = maskNames.unique(stream.input.stem) }
        let target = try drawings?.target(for: stream.input, suffix: "mp4")
        video = target.map { DrawnVideo($0, from: source, on: console, for: readers) }
    }

    /// Writes everything that is wanted of what was found in frame `number`.
    func write(
        _ findings: [Kind.Finding], in frame: Frame, number: Int, of stream: FrameStream,
        by subject: Kind
    ) throws {
        let label = FrameLabel(
            file: stream.name, number: number, timestamp: frame.timestamp, size: frame.image.size)
        try writeText(findings, label, subject)
        if let masks {
            let digits = String(number)
            let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
            let stem = "\(maskStem)-\(zeros)\(digits)"
            try write(subject.masks(of: findings), to: Path.join(masks, stem))
        }
        if let video {
            let drawn = try frame.image.drawn { try subject.draw(findings, on: $0) }
            try video.write(drawn, of: frame)
        }
    }

    /// Ends the stream; `complete` says that its source came to its end.
    mutating func endStream(complete: Bool) throws {
        defer { video = nil }
        try video?.finish(complete: complete)
    }
}

// MARK: Text and masks

extension Outputs {
    private func writeText(
        _ findings: [Kind.Finding], _ label: FrameLabel, _ subject: Kind
    ) throws(CommandError) {
        if let json { try json.write(Self.line(findings, label, subject)) }
        if let csv {
            var text = CSVText()
            subject.write(findings, to: &text, start: label.write)
            try csv.write(text.bytes)
        }
    }

    private func write(
        _ masks: [(id: Int, mask: Mask)], to stem: String
    ) throws(ImagingError) {
        for (id, mask) in masks { try PNGFile.write(mask.image, to: "\(stem)-\(id).png") }
    }

    private func writeHeader() throws(CommandError) {
        guard let csv else { return }
        var text = CSVText()
        for column in FrameLabel.columns + Kind.columns { text.field(column) }
        text.endLine()
        try csv.write(text.bytes)
    }

    private static func line(
        _ findings: [Kind.Finding], _ label: FrameLabel, _ subject: Kind
    ) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            label.write(to: &json)
            json.key(Kind.noun.several)
            json.array { subject.write(findings, to: &$0) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
