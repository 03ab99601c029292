/// The manual page of the command, generated from its subcommands and their options.
package enum ManualPage {
    /// The page in roff, with the macros of `man`.
    package static func text(for commands: [Subcommand]) -> String {
        var page = Roff()
        page.line(".TH LANDMARK 1 \"\" \"LandmarkKit \(Version.current)\" \"LandmarkKit\"")
        page.section("NAME")
        page.text("landmark \\- detect hands, poses and faces in images, videos and live streams")
        page.section("SYNOPSIS")
        for command in commands {
            page.line(".br")
            page.text("\\fBlandmark \(command.name)\\fR \(Roff.escaped(command.synopsis))")
        }
        page.line(".br")
        page.text("\\fBlandmark\\fR \\-\\-version | \\-\\-help | COMMAND \\-\\-help")
        page.section("DESCRIPTION")
        page.paragraphs(
            """
            Detects hands, poses and faces with MediaPipe's models, on this machine. Results go to
            standard output or to the named files; progress, rates and errors to standard error.
            """)
        page.line(".PP")
        page.paragraphs(
            """
            --option value and --option=value are equivalent; after -- every argument is an input.
            """)
        page.section("COMMANDS")
        for command in commands { page.add(command) }
        page.section("EXIT STATUS")
        for (code, meaning) in [
            ("0", "success, even if nothing was detected"),
            ("1", "failure: an input, a model or an output"),
            ("2", "invalid command line; nothing was written"),
            ("130", "interrupted; what was written is complete"),
        ] { page.item(code, meaning) }
        page.section("ENVIRONMENT")
        page.item("LANDMARK_MODELS", "the folder to search for models first")
        page.item(
            "LANDMARK_KERNELS",
            "the kernels to use: scalar, neon, avx2 or avx512 (default: the best)")
        page.item("NO_COLOR", "no colors in live views")
        return page.bytes
    }
}

/// A text in roff.
private struct Roff {
    private(set) var bytes = ""

    /// Adds an unmodified line: a request.
    mutating func line(_ text: String) { bytes += text + "\n" }

    mutating func section(_ title: String) { line(".SH \(title)") }

    /// Adds a line of text that is already escaped.
    mutating func text(_ text: String) {
        // A line that begins with one of these characters would be a request.
        line(text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text)
    }

    /// Adds text; lines that are indented further than the first are left unchanged.
    mutating func paragraphs(_ text: String) {
        var isTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                if isTable { self.line(".fi") }
                isTable = false
                self.line(".PP")
                continue
            }
            let isIndented = line.hasPrefix(" ")
            if isIndented != isTable { self.line(isIndented ? ".nf" : ".fi") }
            isTable = isIndented
            self.text(Self.escaped(String(line)))
        }
        if isTable { line(".fi") }
    }

    /// Adds a term with its explanation.
    mutating func item(_ term: String, _ explanation: String) {
        line(".TP")
        text("\\fB\(Self.escaped(term))\\fR")
        text(Self.escaped(explanation))
    }

    mutating func add(_ command: Subcommand) {
        line(".SS landmark \(command.name)")
        text("\(Self.escaped(command.summary)).")
        if !command.synopsis.isEmpty {
            line(".PP")
            text("\\fBlandmark \(command.name)\\fR \(Self.escaped(command.synopsis))")
        }
        if !command.discussion.isEmpty {
            line(".PP")
            paragraphs(command.discussion)
        }
        for option in command.options {
            line(".TP")
            let placeholder =
                option.placeholder.isEmpty ? "" : " \\fI\(Self.escaped(option.placeholder))\\fR"
            text("\\fB\(Self.escaped(option.name))\\fR\(placeholder)")
            text(Self.escaped(option.help))
        }
    }

    /// The text with roff's special characters escaped, and using only characters that every
    /// terminal has.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "“": escaped += "\\(lq"
            case "”": escaped += "\\(rq"
            case "’": escaped += "'"
            case "…": escaped += "..."
            case "–": escaped += "\\(en"
            case "×": escaped += "x"
            case "°": escaped += "\\(de"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
