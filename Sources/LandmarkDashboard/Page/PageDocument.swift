/// The page: one document, which asks for nothing else.
enum PageDocument {
    /// The document.
    ///
    /// - Parameter nonce: The word by which the browser knows that scripts and styles are ours.
    static func text(nonce: some StringProtocol) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <title>landmark</title>
        <link rel="icon" href="\(icon)">
        <style nonce="\(nonce)">\(PageStyle.text)</style>
        </head>
        \(PageBody.text)
        <script nonce="\(nonce)">"use strict";
        \(scripts)
        </script>
        </html>
        """
    }

    private static let scripts = [
        PageWords.script, PageDrawing.script, PageCharts.script, PageAlerts.script,
        PagePanels.script, PageCamera.script, PageMain.script,
    ].joined(separator: "\n")

    /// Three joined points.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
        + "%3Cpath d='M6 25 16 7l10 14' fill='none' stroke='%232a78d6' stroke-width='3'/%3E"
        + "%3Cg fill='%232a78d6'%3E%3Ccircle cx='6' cy='25' r='4'/%3E%3Ccircle cx='16' cy='7' r='4'/%3E"
        + "%3Ccircle cx='26' cy='21' r='4'/%3E%3C/g%3E%3C/svg%3E"
}
