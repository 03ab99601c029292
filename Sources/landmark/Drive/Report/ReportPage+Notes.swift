extension ReportPage {
    private static let notes =
        "Not validated: no footage of a drowsy driver was measured. Score, levels and events"
        + " follow published definitions, tested on made-up signals and on an alert driver;"
        + " how many drowsy drivers they find, and how often they are wrong, is unknown."
        + " Confidence is the quality of the data, not a probability. This is no safety device."

    /// What nobody should read out of the page.
    mutating func addNotes() {
        if history.frames == 0 {
            text(
                "There was no frame: nothing can be said.", x: layout.margin, y: top + 14,
                Mark.Letters(size: 14, isBold: true, ink: .strong))
            top += 14 + layout.gap
        }
        for line in ReportLayout.lines(Self.notes, atMost: layout.letters) {
            text(line, x: layout.margin, y: top + 10, Mark.Letters(size: 11.5, ink: .faint))
            top += 17
        }
        top += layout.gap
    }
}
