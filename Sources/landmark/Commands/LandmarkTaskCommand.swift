import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let hand = LandmarkTaskCommand<HandTask>(
        summary: "Detects hands: 21 landmarks each, in the image and in meters", model: .hand,
        peerFormats: LandmarkOptions.openPose
    ).subcommand

    static let pose = LandmarkTaskCommand<PoseTask>(
        summary: "Detects poses: 33 landmarks each, in the image and in meters", model: .poseFull,
        namedModels: KnownModel.poses, hasMasks: true,
        hasSideGuard: true, peerFormats: LandmarkOptions.coco + LandmarkOptions.openPose,
        configure: { options, arguments in
            options.segmentationMasks = arguments.has("--masks")
            options.sideGuard = arguments.has("--side-guard")
        }
    ).subcommand

    static let face = LandmarkTaskCommand<FaceTask>(
        summary: "Detects faces: 478 landmarks each, with blendshapes and head pose", model: .face,
        configure: { options, arguments in
            // Only JSON can hold them.
            let hasJSON = arguments.landmarkJSONPath != nil
            options.blendshapes = hasJSON
            options.transformationMatrices = hasJSON
        }
    ).subcommand
}

/// A subcommand that detects the instances of a task in images and frames, and writes them.
struct LandmarkTaskCommand<Task: LandmarkTask>: Sendable
where Task.Options: TrackingOptions, Task.Instance: OutputInstance {
    /// One sentence for help, without a period.
    let summary: String
    /// The default model, used without `--model`.
    let model: KnownModel
    /// The models that `--model` knows by name.
    var namedModels: [String: KnownModel] = [:]
    /// Whether the command has the options `--masks` and `--draw-visibility`.
    var hasMasks = false
    /// Whether the command has the option `--side-guard`.
    var hasSideGuard = false
    /// The options for the formats of other programs.
    var peerFormats: [Option] = []
    /// Sets the options that only this task has.
    var configure: @Sendable (inout Task.Options, Arguments) -> Void = { _, _ in }

    var subcommand: Subcommand {
        Subcommand(
            name: Task.singular, summary: summary, synopsis: LandmarkOptions.synopsis,
            discussion: LandmarkOptions.discussion,
            options: LandmarkOptions.detection(
                model: namedModels.isEmpty ? "PATH" : "PATH|lite|full|heavy", plural: Task.plural)
                + (hasSideGuard ? LandmarkOptions.sideGuard : [])
                + LandmarkOptions.output
                + (hasMasks ? LandmarkOptions.visibility + LandmarkOptions.masks : []) + peerFormats
                + LandmarkOptions.folders + LandmarkOptions.input + LandmarkOptions.jobs
                + LandmarkOptions.execution,
            run: run)
    }

    @Sendable private func run(_ arguments: Arguments) async throws -> ExitCode {
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: Task.singular)
        }
        return try await InstanceRun(arguments, singular: Task.singular, plural: Task.plural) {
            mode, jobs in
            let path = try ModelStore.path(for: arguments, model: model, named: namedModels)
            var options = try Task.Options(model: path, DetectionSettings(arguments))
            options.prepare(for: mode, arguments, jobs: jobs)
            configure(&options, arguments)
            return InstanceDetector(try Landmarker<Task>(options: options))
        }.run()
    }
}
