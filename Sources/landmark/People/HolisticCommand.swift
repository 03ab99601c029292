import LandmarkCommandSupport
import LandmarkCore
import LandmarkTasks

extension Subcommand {
    static let holistic = Subcommand(
        name: "holistic",
        summary: "Detects one person: the body, the face and both hands",
        synopsis: LandmarkOptions.synopsis,
        discussion: """
            The body is searched for first; its landmarks say where the face and the hands are, as in
            MediaPipe's older Holistic. A person has the same parts as those of “all”, which searches
            for several people and for each part in the whole image.


            """ + LandmarkOptions.discussion,
        options: detection
            + LandmarkOptions.output + LandmarkOptions.visibility + LandmarkOptions.masks
            + LandmarkOptions.coco + LandmarkOptions.openPose + LandmarkOptions.folders
            + LandmarkOptions.input + LandmarkOptions.jobs + LandmarkOptions.execution
    ) { arguments in
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: "holistic")
        }
        return try await InstanceRun(arguments, singular: "person", plural: "people") {
            mode, jobs in
            try InstanceDetector(holistic: arguments, mode: mode, jobs: jobs)
        }.run()
    }

    private static let detection = Option.group(
        "Detection",
        [
            Option(
                name: "--model", value: .text("PATH|lite|full|heavy"),
                help: "model bundle for the body (default full)")
        ] + Option.bodyParts + [
            LandmarkOptions.minDetection, LandmarkOptions.minPresence, Option.precision,
            Option.device,
            LandmarkOptions.smoothing,
        ])
}

extension InstanceDetector<Person> {
    /// A holistic landmarker.
    fileprivate init(holistic arguments: Arguments, mode: RunningMode, jobs: Int) throws {
        var options = try HolisticLandmarkerOptions(DetectionSettings(arguments))
        options.segmentationMasks = arguments.has("--masks")
        options.tracksBetweenImages = false
        options.prepare(for: mode, arguments, jobs: jobs)
        let landmarker = try HolisticLandmarker(options: options)
        self.init(
            reset: { landmarker.reset() },
            instances: { (frame, mode) throws(TaskError) in
                try landmarker.instances(in: frame, mode: mode).map(Person.init)
            })
    }
}

extension Person {
    fileprivate init(_ person: Holistic) {
        self.init(
            id: person.pose.id, pose: person.pose, face: person.face,
            leftHand: person.leftHand, rightHand: person.rightHand)
    }
}
