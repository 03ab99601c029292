/// A page: one document, which asks for nothing but results and recordings.
struct PageDocument {
    /// What happens now.
    static let live = PageDocument(
        title: "landmark", body: PageBody.text,
        scripts: [
            PageWords.script, PageDrawing.script, PageCharts.script, PageAlerts.script,
            PageSound.script, PagePanels.script, PageCamera.script, PageMain.script,
        ])

    /// What was recorded.
    static let history = PageDocument(
        title: "landmark", body: HistoryBody.text,
        scripts: [
            PageWords.script, HistoryWords.script, PageDrawing.script, PageCharts.script,
            PageAlerts.script, PagePanels.script, HistoryPlayer.script, HistoryList.script,
            HistorySessionView.script, HistoryComparison.script, HistoryMain.script,
        ])

    private let title: String
    private let body: String
    private let scripts: [String]

    /// The document.
    ///
    /// - Parameter nonce: The word by which the browser knows that scripts and styles are ours.
    func text(nonce: some StringProtocol) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="icon" href="\(Self.icon)">
        <style nonce="\(nonce)">\(PageStyle.text)</style>
        </head>
        \(body)
        <script nonce="\(nonce)">"use strict";
        \(scripts.joined(separator: "\n"))
        </script>
        </html>
        """
    }

    /// Three joined points.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
        + "%3Cpath d='M6 25 16 7l10 14' fill='none' stroke='%232a78d6' stroke-width='3'/%3E"
        + "%3Cg fill='%232a78d6'%3E%3Ccircle cx='6' cy='25' r='4'/%3E%3Ccircle cx='16' cy='7' r='4'/%3E"
        + "%3Ccircle cx='26' cy='21' r='4'/%3E%3C/g%3E%3C/svg%3E"
}
