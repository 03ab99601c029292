import LandmarkImaging
import LandmarkTasks

/// Drawing what a task finds in one picture, over and over: from picture to drawn picture.
struct DrawTiming: Timed {
    let facts: BenchFacts
    private let picture: PixelBuffer
    private let draw: (Canvas) throws -> Void

    /// Finds what there is in the picture at `path`, once.
    init(_ task: BenchTask, _ path: String) throws {
        picture = try ImageFile.read(path)
        draw =
            switch task {
            case .hand: try Self.drawing(HandSubject.self, .hand, in: picture)
            case .pose: try Self.drawing(PoseSubject.self, .pose, in: picture)
            case .face: try Self.drawing(FaceSubject.self, .face, in: picture)
            }
        var facts = BenchFacts()
        facts.add("task", task.rawValue)
        facts.add("input", path)
        facts.add("size", "\(picture.width)x\(picture.height)")
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = ContinuousClock.now
        let canvas = try Canvas(picture)
        try draw(canvas)
        _ = try canvas.picture()
        return BenchRun(duration: ContinuousClock.now - start)
    }

    private static func drawing<Kind: Subject>(
        _ kind: Kind.Type, _ command: Subcommand, in picture: PixelBuffer
    ) throws -> (Canvas) throws -> Void {
        let subject = try Kind(Arguments([], options: command.options), mode: .image)
        let findings = try subject.find(in: picture)
        return { try subject.draw(findings, on: $0) }
    }
}
