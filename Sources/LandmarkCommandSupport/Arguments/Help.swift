/// The texts of `--help`.
package enum Help {
    /// What `landmark --help` prints.
    package static func overview(of commands: [Subcommand]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { "  \(pad($0.name, to: width))  \($0.summary)" }
        return """
            Finds hands, bodies and faces in images, videos and live, on this machine alone.

            usage: landmark COMMAND …

            \(lines.joined(separator: "\n"))

            landmark COMMAND --help   what a command takes
            landmark --version        which version this is

            Exit codes: 0 done, 1 the work failed, 2 wrong usage, 130 interrupted.

            """
    }

    /// What `landmark NAME --help` prints.
    package static func text(for command: Subcommand) -> String {
        var text = "\(command.summary).\n\nusage: landmark \(command.name) \(command.synopsis)\n"
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
