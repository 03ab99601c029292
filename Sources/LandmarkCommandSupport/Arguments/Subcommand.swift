/// One of the command's verbs.
package struct Subcommand: Sendable {
    package let name: String
    /// One line for the list of commands.
    package let summary: String
    /// What follows the name: `INPUT… [options]`.
    package let synopsis: String
    /// What help says beyond the options; may be empty.
    package let discussion: String
    package let options: [Option]
    package let run: @Sendable (Arguments) async throws -> ExitCode

    package init(
        name: String, summary: String, synopsis: String, discussion: String = "",
        options: [Option], run: @escaping @Sendable (Arguments) async throws -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.discussion = discussion
        self.options = options
        self.run = run
    }
}
