import LandmarkCommandSupport
import LandmarkCore
import LandmarkTasks

extension Subcommand {
    static let segment = Subcommand(
        name: "segment", summary: "Separates people from their background",
        synopsis: LandmarkOptions.synopsis,
        discussion: """
            --masks writes a mask for each image or frame, --cutouts the people without their
            background, and --overlay the image with the people tinted, or before the --background
            that is given: blur, a color such as #00b140, or an image file.


            """ + LandmarkOptions.inputs,
        options: Option.group(
            "Segmentation",
            [
                Option(
                    name: "--model", value: .text("PATH|general|landscape"),
                    help: "network to use: general (default), or the faster one for wide images"),
                Option.device,
            ]) + output + LandmarkOptions.folders + LandmarkOptions.input + LandmarkOptions.jobs
            + LandmarkOptions.execution
    ) { arguments in
        guard !arguments.inputs.isEmpty else {
            throw CommandError.missingInput(command: "segment")
        }
        return try await InstanceRun(
            arguments, singular: SegmentationTask.singular, plural: SegmentationTask.plural
        ) { mode, jobs in
            var options = try ImageSegmenterOptions(DetectionSettings(arguments))
            options.prepare(for: mode, arguments, jobs: jobs)
            return InstanceDetector(try ImageSegmenter(options: options))
        }.run()
    }

    private static let output =
        Option.group(
            "Output",
            [
                LandmarkOptions.json,
                Option(
                    name: "--csv", value: .text("FILE|FOLDER/|-"),
                    help: "CSV, one line per image or frame"),
                Option(
                    name: "--overlay", value: .text("FILE|FOLDER"),
                    help: "the input with people tinted: PNG or JPEG for images, MP4 for videos"),
                Option(
                    name: "--background", value: .background,
                    help: "replace the background in the overlay instead of tinting people"),
                Option(
                    name: "--cutouts", value: .text("FOLDER"),
                    help: "a PNG per mask with the people, transparent elsewhere"),
            ] + LandmarkOptions.shown + VideoSettings.options) + LandmarkOptions.masks
}
