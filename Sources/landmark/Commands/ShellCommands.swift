import LandmarkCommandSupport

extension Subcommand {
    /// `landmark completion`.
    static let completion = Subcommand(
        name: "completion", summary: "Prints a shell completion script",
        synopsis: "bash|zsh|fish",
        discussion: """
            bash:  landmark completion bash > ~/.local/share/bash-completion/completions/landmark
            zsh:   landmark completion zsh > _landmark    in a folder of $fpath
            fish:  landmark completion fish > ~/.config/fish/completions/landmark.fish
            """,
        options: [], operands: Completion.allCases.map(\.rawValue)
    ) { arguments in
        guard let name = arguments.inputs.first else {
            throw CommandError.missingValue(option: "completion", placeholder: "bash|zsh|fish")
        }
        guard let shell = Completion(rawValue: name) else {
            throw CommandError.invalidValue(
                option: "completion", expected: "bash, zsh or fish", got: name)
        }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        try Console.print(shell.script(for: Subcommand.all))
        return .done
    }

    /// `landmark man`.
    static let man = Subcommand(
        name: "man", summary: "Prints the manual page, for man -l", synopsis: "",
        discussion: """
            landmark man > landmark.1 && man -l landmark.1
            """,
        options: []
    ) { arguments in
        if let extra = arguments.inputs.first { throw CommandError.unexpectedArgument(extra) }
        try Console.print(ManualPage.text(for: Subcommand.all))
        return .done
    }
}
