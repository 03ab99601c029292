import LandmarkCore

/// One of the command's verbs.
struct Subcommand: Sendable {
    let name: String
    /// One line for the list of commands.
    let summary: String
    /// What follows the name: `INPUT… [options]`.
    let synopsis: String
    /// What help says beyond the options; may be empty.
    var discussion = ""
    let options: [Option]
    let run: @Sendable (Arguments) async throws -> ExitCode

    /// Every verb, in the order of help.
    static let all: [Subcommand] = [
        .hand, .pose, .face, .drive, .graph, .models, .doctor, .bench,
    ]

    /// The verb called `name`.
    static func named(_ name: String) throws(CommandError) -> Subcommand {
        guard let found = all.first(where: { $0.name == name }) else {
            let nearest = NearestName.of(name, among: all.map(\.name))
            throw .unknownCommand(name, nearest: nearest)
        }
        return found
    }
}
