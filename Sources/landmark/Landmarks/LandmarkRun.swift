import LandmarkCore
import LandmarkImaging

/// `landmark hand`, `pose` and `face` over all their pictures.
struct LandmarkRun<Kind: Subject> {
    private let subject: Kind
    private let pictures: PictureList
    private let console: Console
    private var outputs: Outputs<Kind>
    private var found = 0
    private var failed = 0

    /// Checks inputs and outputs, then loads the model: what is wrong is said before the work.
    init(_ arguments: Arguments, subject makeSubject: () throws -> Kind) throws {
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: Kind.noun.one)
        }
        pictures = try PictureList(arguments.inputs)
        console = Console(isQuiet: arguments.has("--quiet"))
        subject = try makeSubject()
        outputs = try Outputs(arguments, several: pictures.isSeveral)
    }

    /// Searches every picture; one that cannot be read is reported and the others go on.
    mutating func run() throws -> ExitCode {
        Interruption.watch()
        for problem in pictures.problems { report(problem) }
        let start = ContinuousClock.now
        var done = 0
        for path in pictures.paths {
            if Interruption.isAsked { break }
            try search(path)
            done += 1
            console.progress(done, of: pictures.paths.count, since: start)
        }
        console.clearProgress()
        try outputs.close()
        summarize(done, in: ContinuousClock.now - start)
        if Interruption.isAsked { return .interrupted }
        return failed == 0 ? .done : .failed
    }

    private mutating func search(_ path: String) throws {
        let picture: PixelBuffer
        let findings: Kind.Findings
        do {
            picture = try ImageFile.read(path)
            findings = try subject.find(in: picture)
        } catch {
            report(error)
            return
        }
        found += subject.count(findings)
        let frame = Frame(file: path, number: 0, timestamp: 0, size: picture.size)
        try outputs.write(findings, of: picture, as: frame, by: subject)
    }

    private mutating func report(_ problem: any Error) {
        failed += 1
        console.complain("\(problem)")
    }

    private func summarize(_ done: Int, in duration: Duration) {
        guard pictures.isSeveral else { return }
        let noun = found == 1 ? Kind.noun.one : Kind.noun.several
        let seconds = Rate.rounded(Rate.seconds(duration), places: 2)
        let rate = Rate.text(count: done, in: duration)
        console.note("\(done) pictures, \(found) \(noun), \(seconds) s, \(rate)")
    }
}
