/// A subcommand, such as `landmark pose`.
package struct Subcommand: Sendable {
    package let name: String
    /// One sentence without a full stop, for the list of commands.
    package let summary: String
    /// What follows the name, as in `INPUT… [options]`.
    package let synopsis: String
    /// The text below the options in help; may be empty.
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

/// The text of `--help`.
package enum Help {
    /// The text of `landmark --help`.
    package static func overview(of commands: [Subcommand]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { "  \(pad($0.name, to: width))  \($0.summary)" }
        return """
            Detects hands, poses and faces in images, videos and live streams, on this machine.

            usage: landmark COMMAND …

            \(lines.joined(separator: "\n"))

            landmark COMMAND --help   prints the options of a command
            landmark --version        prints the version

            Exit codes: 0 success, 1 failure, 2 invalid command line, 130 interrupted.

            """
    }

    /// The text of `landmark NAME --help`.
    package static func text(for command: Subcommand) -> String {
        let synopsis = command.synopsis.isEmpty ? "" : " \(command.synopsis)"
        var text = "\(command.summary).\n\nusage: landmark \(command.name)\(synopsis)\n"
        let heads = command.options.map { option in
            option.placeholder.isEmpty ? option.name : "\(option.name) \(option.placeholder)"
        }
        let width = min(heads.map(\.count).max() ?? 0, 28)
        var group: String?
        for (option, head) in zip(command.options, heads) {
            if option.group != group {
                text += option.group.isEmpty ? "\n" : "\n\(option.group):\n"
                group = option.group
            }
            let gap = "\n" + pad("", to: width + 4)
            let separator = head.count > width ? gap : pad("", to: width - head.count + 2)
            text += "  \(head)\(separator)\(option.help)\n"
        }
        return command.discussion.isEmpty ? text : text + "\n\(command.discussion)\n"
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// The version of LandmarkKit.
package enum Version {
    /// The semantic version of the command and the libraries; CHANGELOG.md lists the changes.
    package static let current = "0.1.0"
}
