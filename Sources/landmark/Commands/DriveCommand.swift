import LandmarkCommandSupport

extension Subcommand {
    static let drive = Subcommand(
        name: "drive", summary: "Watches a driver: how tired and how distracted",
        synopsis: DriveOptions.synopsis, discussion: DriveOptions.discussion,
        options: DriveOptions.options
    ) { arguments in
        var run = try DriveRun(arguments)
        return try await run.run()
    }
}
