import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks

/// `landmark hand`, `pose` and `face` over all their inputs.
struct LandmarkRun<Kind: Subject> {
    private let inputs: InputList
    let console: Console
    /// The subject for each mode that an input needs.
    let subjects: [RunningMode: Kind]
    var outputs: Outputs<Kind>
    var progress: Progress
    var tally = Tally()

    /// Checks inputs and outputs, then loads the model: what is wrong is said before the work.
    init(_ arguments: Arguments) throws {
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: Kind.noun.one)
        }
        inputs = try InputList(arguments)
        console = Console(isQuiet: arguments.has("--quiet"))
        progress = Progress(on: console)
        var subjects: [RunningMode: Kind] = [:]
        for mode in inputs.modes { subjects[mode] = try Kind(arguments, mode: mode) }
        self.subjects = subjects
        outputs = try Outputs(arguments, for: inputs)
    }

    /// Works through every input; one that cannot be read is reported and the others go on.
    mutating func run() async throws -> ExitCode {
        Interruption.watch()
        for problem in inputs.problems { report("\(problem)") }
        do {
            try await work()
        } catch {
            console.clearProgress()
            outputs.save()
            throw error
        }
        console.clearProgress()
        if tally.isFruitless { outputs.discard() } else { try outputs.close() }
        for line in tally.summary(Kind.noun, withImages: inputs.isSeveral) {
            console.note(line)
        }
        if Interruption.isRequested { return .interrupted }
        return tally.failed == 0 ? .done : .failed
    }

    private mutating func work() async throws {
        for (index, item) in inputs.items.enumerated() {
            if Interruption.isRequested { return }
            let start = ContinuousClock.now
            switch item {
            case .image(let path):
                try search(path)
                tally.images.duration += ContinuousClock.now - start
                progress.show(
                    index + 1, of: inputs.items.count, unit: "images",
                    since: tally.images.duration)
            case .stream(let stream):
                progress.begin(
                    stream.name, number: index + 1, of: inputs.items.count)
                try await follow(stream, since: start)
                tally.frames.duration += ContinuousClock.now - start
            }
        }
    }

    private mutating func search(_ path: String) throws {
        guard let subject = subjects[.image] else { return }
        do throws(SystemError) {
            _ = try FileSystem.status(of: path)
        } catch {
            return report("\(CommandError.unreadable(file: path, reason: "\(error)"))")
        }
        let image: PixelBuffer
        let findings: [Kind.Finding]
        do {
            image = try ImageFile.read(path)
            findings = try subject.find(in: image)
        } catch {
            report("\(error)")
            return
        }
        tally.images.add(found: findings.count)
        try outputs.write(findings, in: image, of: path, by: subject)
    }

    /// Counts and tells what went wrong with an input.
    mutating func report(_ problem: String) {
        tally.failed += 1
        console.complain(problem)
    }
}
