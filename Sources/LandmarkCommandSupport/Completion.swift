/// Completion scripts for shells, generated from the command's subcommands and their options.
package enum Completion: String, CaseIterable {
    case bash, zsh, fish

    /// The script.
    package func script(for commands: [Subcommand]) -> String {
        switch self {
        case .bash: Self.bash(commands)
        case .zsh: Self.zsh(commands)
        case .fish: Self.fish(commands)
        }
    }

    /// The option that every subcommand has in addition to its own.
    fileprivate static let help = Option(
        name: "--help", value: .flag, help: "print the options of the command")
}

/// The completions for the value of an option.
private enum Words {
    case none
    case files
    case folders
    case choices([String])

    init(_ value: Option.Value) {
        switch value {
        case .choice(let words): self = .choices(words)
        case .text(let placeholder):
            let parts = placeholder.split(separator: "|").map(String.init)
            if parts == ["FOLDER"] {
                self = .folders
            } else if parts.contains(where: { ["FILE", "PATH", "FOLDER"].contains($0) }) {
                self = .files
            } else {
                self = .none
            }
        case .parsed(let placeholder, _, _): self = placeholder.contains("=") ? .files : .none
        case .flag, .integer, .fraction, .list: self = .none
        }
    }
}

extension Subcommand {
    fileprivate var completedOptions: [Option] { options + [Completion.help] }
}

// MARK: bash

extension Completion {
    private static func bash(_ commands: [Subcommand]) -> String {
        var text = """
            # Completion of landmark for bash; save it where bash-completion finds it, or source it.
            _landmark() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
                COMPREPLY=()
                # The equals sign of --option=value is a word of its own.
                if [[ $word == = ]]; then word=
                elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
                if [[ $COMP_CWORD == 1 ]]; then
                    COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " ")) --help --version" -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in

            """
        for command in commands {
            text += "        \(command.name))\n            case $before in\n"
            for option in command.options {
                switch Words(option.value) {
                case .choices(let choices):
                    text +=
                        "                \(option.name)) words=\"\(choices.joined(separator: " "))\" ;;\n"
                case .folders:
                    text +=
                        "                \(option.name)) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
                case .files, .none: break
                }
            }
            // Options that take a file or a number: the shell completes files, because nothing else fits.
            let valued = command.options.filter { option in
                if case .files = Words(option.value) { return true }
                if case .none = Words(option.value) { return !option.placeholder.isEmpty }
                return false
            }.map(\.name)
            if !valued.isEmpty {
                text +=
                    "                \(valued.joined(separator: "|"))) return ;;\n"
            }
            let names = command.completedOptions.map(\.name).joined(separator: " ")
            let operands = command.operands.joined(separator: " ")
            text += """
                            *) if [[ $word == -* ]]; then words="\(names)"
                               elif [[ $COMP_CWORD == 2 ]]; then words="\(operands)"; fi ;;
                        esac ;;

                """
        }
        return text + """
                esac
                [[ $words ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            complete -o bashdefault -o default -F _landmark landmark

            """
    }
}

// MARK: zsh

extension Completion {
    private static func zsh(_ commands: [Subcommand]) -> String {
        var text = """
            #compdef landmark
            # Completion of landmark for zsh; save it as _landmark in a folder of $fpath.
            _landmark() {
                local -a commands
                commands=(

            """
        for command in commands {
            text += "        \(quoted("\(command.name):\(command.summary)"))\n"
        }
        text += """
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in

            """
        for command in commands {
            text += "        \(command.name))\n            _arguments -s \\\n"
            for option in command.completedOptions {
                text += "                \(quoted(zshSpecification(option))) \\\n"
            }
            let operands = command.operands.joined(separator: " ")
            if !operands.isEmpty { text += "                '1:operand:(\(operands))' \\\n" }
            text += "                '*:input:_files' ;;\n"
        }
        return text + """
                esac
            }
            _landmark "$@"

            """
    }

    private static func zshSpecification(_ option: Option) -> String {
        let help = option.help.flatMap { character -> [Character] in
            "[]:\\".contains(character) ? ["\\", character] : [character]
        }
        let start = "\(option.repeats ? "*" : "")\(option.name)"
        if option.placeholder.isEmpty { return "\(start)[\(String(help))]" }
        let action =
            switch Words(option.value) {
            case .choices(let words): "(\(words.joined(separator: " ")))"
            case .files: "_files"
            case .folders: "_files -/"
            case .none: " "
            }
        let placeholder = option.placeholder.map { $0 == ":" ? "." : $0 }
        return "\(start)=[\(String(help))]:\(String(placeholder)):\(action)"
    }

    /// A word quoted for a shell.
    fileprivate static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }
}

// MARK: fish

extension Completion {
    private static func fish(_ commands: [Subcommand]) -> String {
        var text = """
            # Completion of landmark for fish; save it as ~/.config/fish/completions/landmark.fish.
            complete -c landmark -n __fish_use_subcommand -l help -d 'print the commands'
            complete -c landmark -n __fish_use_subcommand -l version -d 'print the version'

            """
        for command in commands {
            text +=
                "complete -c landmark -n __fish_use_subcommand -a \(command.name) -f"
                + " -d \(fishQuoted(command.summary))\n"
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for operand in command.operands {
                text += "complete -c landmark \(condition) -a \(operand)\n"
            }
            for option in command.completedOptions {
                let value =
                    switch Words(option.value) {
                    case .choices(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
                    case .files: " -r -F"
                    case .folders: " -x -a '(__fish_complete_directories)'"
                    case .none: option.placeholder.isEmpty ? "" : " -x"
                    }
                text +=
                    "complete -c landmark \(condition) -l \(option.name.dropFirst(2))\(value)"
                    + " -d \(fishQuoted(option.help))\n"
            }
        }
        return text
    }

    private static func fishQuoted(_ text: String) -> String {
        let escaped = text.flatMap { character -> [Character] in
            "'\\".contains(character) ? ["\\", character] : [character]
        }
        return "'\(String(escaped))'"
    }
}
