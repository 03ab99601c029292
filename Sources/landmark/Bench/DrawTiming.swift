import LandmarkCommandSupport
import LandmarkImaging
import LandmarkReports
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
            case .hand: try Self.drawing(HandTask.self, .hand, in: image)
            case .pose: try Self.drawing(PoseTask.self, .poseFull, in: image)
            case .face: try Self.drawing(FaceTask.self, .face, in: image)
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

    private static func drawing<Task: LandmarkTask>(
        _ task: Task.Type, _ model: KnownModel, in image: PixelBuffer
    ) throws -> (Canvas) throws -> Void where Task.Instance: OutputInstance {
        let options = Task.Options(model: .file(try ModelStore.path(of: model)))
        let instances = try Landmarker<Task>(options: options).detect(image).instances
        return { canvas in for instance in instances { try instance.overlay.draw(on: canvas) } }
    }
}
