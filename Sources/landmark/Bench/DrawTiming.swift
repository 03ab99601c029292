import LandmarkCommandSupport
import LandmarkImaging
import LandmarkTasks

/// Drawing what a task finds in one image, over and over: from image to drawn image.
struct DrawTiming: Timed {
    let facts: BenchFacts
    private let image: PixelBuffer
    private let draw: (Canvas) throws -> Void

    /// Finds what there is in the image at `path`, once.
    init(_ task: BenchTask, _ path: String) throws {
        image = try ImageFile.read(path)
        draw =
            switch task {
            case .hand: try Self.drawing(HandSubject.self, .hand, in: image)
            case .pose: try Self.drawing(PoseSubject.self, .pose, in: image)
            case .face: try Self.drawing(FaceSubject.self, .face, in: image)
            }
        var facts = BenchFacts()
        facts.add("task", task.rawValue)
        facts.add("input", path)
        facts.add("size", "\(image.width)x\(image.height)")
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let start = ContinuousClock.now
        let canvas = try Canvas(image)
        try draw(canvas)
        _ = try canvas.image()
        return BenchRun(duration: ContinuousClock.now - start)
    }

    private static func drawing<Kind: Subject>(
        _ kind: Kind.Type, _ command: Subcommand, in image: PixelBuffer
    ) throws -> (Canvas) throws -> Void {
        let subject = try Kind(Arguments([], options: command.options), mode: .image)
        let findings = try subject.find(in: image)
        return { try subject.draw(findings, on: $0) }
    }
}
