import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// The landmarks of a task in a lower precision, compared with those in single precision on independent
/// images.
struct PrecisionComparison {
    private let arguments: Arguments
    private let task: any PlacedBenchTask.Type
    private let precision: Precision

    init(_ arguments: Arguments) throws(CommandError) {
        self.arguments = arguments
        task = try BenchTasks.placed(arguments.inputs[1], in: "bench precision")
        precision = arguments.precision
        if precision == .single {
            throw .neededOption("--precision half", reason: "it is compared with single precision")
        }
    }

    /// Runs both precisions on every image in turn, and prints how far landmarks are apart and how long
    /// the images took.
    ///
    /// - Throws: `CommandError`, `CaptureError` or `ImagingError` for the input; `TaskError` if the task
    ///   does not run in the precision.
    func run() throws -> ExitCode {
        let input = try BenchInput(arguments, operand: 2)
        let difference = try Self.compare(task, input.images, arguments)
        if Interruption.isRequested { return .interrupted }
        let errors = Distribution(difference.errors)
        var facts = input.facts
        facts.add("instances", difference.compared)
        facts.add("foundByOneOnly", difference.unmatched)
        let rows = [
            ["", "median", "p95", "worst"],
            ["error, pixels of the model's input"]
                + [errors.median, errors.percentile(0.95), errors.percentile(1)].map {
                    String($0, places: 3)
                },
        ]
        let count = Double(max(input.images.count, 1))
        let speed = difference.milliseconds.map { String($0 / count, places: 2) }
        try Console.print(
            facts.text + "\n" + TextTable(ofNumbers: rows).text
                + "single \(speed[0]) ms, \(precision.rawValue) \(speed[1]) ms for an image\n")
        return .done
    }

    private struct Difference {
        var errors: [Double] = []
        var compared = 0
        var unmatched = 0
        /// The time in each precision.
        var milliseconds = [0.0, 0.0]
    }

    private static func compare<Task: PlacedBenchTask>(
        _ task: Task.Type, _ images: [PixelBuffer], _ arguments: Arguments
    ) throws -> Difference {
        let threads = arguments.integer("--threads")
        let lower = try Task.options(arguments, mode: .image, threads: threads)
        var single = lower
        single.device = .cpu
        let landmarkers = try [single, lower].map { try Landmarker<Task>(options: $0) }
        var difference = Difference()
        for image in images where !Interruption.isRequested {
            let results = try landmarkers.enumerated().map { index, landmarker in
                let start = MonotonicTime.now
                defer { difference.milliseconds[index] += start.elapsedSeconds * 1000 }
                return try landmarker.detect(image).instances.map(Task.place(of:))
            }
            var others = results[1]
            for expected in results[0] {
                guard let match = others.firstIndex(where: expected.isSame) else {
                    difference.unmatched += 1
                    continue
                }
                difference.compared += 1
                difference.errors += expected.errors(
                    of: others.remove(at: match), size: image.size, inputSide: Task.inputSide)
            }
            difference.unmatched += others.count
        }
        return difference
    }
}

/// The landmarks of an instance and the region in which the landmark model found them.
struct LandmarkPlace {
    let landmarks: [Landmark]
    let region: NormalizedRect

    /// Whether `other` is the same instance: its region has its center in the middle of this one.
    fileprivate func isSame(_ other: LandmarkPlace) -> Bool {
        abs(other.region.xCenter - region.xCenter) < region.width / 4
            && abs(other.region.yCenter - region.yCenter) < region.height / 4
    }

    /// Returns how far the landmarks of `other` are from these, in pixels of the model's input. Those
    /// that are probably not visible, such as legs outside the image, are guesses and not compared.
    fileprivate func errors(
        of other: LandmarkPlace, size: PixelSize, inputSide: Int
    ) -> [Double] {
        let scale = Double(inputSide) / Double(region.width * Float(size.width))
        let seen = zip(landmarks, other.landmarks).filter { one, _ in one.visibility ?? 1 >= 0.5 }
        return seen.map { one, other in
            let x = Double(one.x - other.x) * Double(size.width)
            let y = Double(one.y - other.y) * Double(size.height)
            return (x * x + y * y).squareRoot() * scale
        }
    }
}
