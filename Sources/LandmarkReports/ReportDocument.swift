import CReportPage

/// The document around the images of a report: the files of `CReportPage`, whose marks are replaced by each
/// report's content.
struct ReportDocument {
    /// The title, as HTML.
    let title: String
    /// The colors in light and in dark, as declarations of CSS.
    let light: String
    let dark: String
    /// The widths of the wide and the narrow image in CSS, for example `960px`.
    let wide: String
    let narrow: String

    /// The document with images, which are HTML.
    func html(_ images: String) -> String {
        let style = String(cString: lk_report_style())
            .filling("/* light */", with: light).filling("/* dark */", with: dark)
            .filling("/* widths */", with: "--wide: \(wide); --narrow: \(narrow);")
        return String(cString: lk_report_document()).filling("{title}", with: title)
            .filling(
                "<link rel=\"stylesheet\" href=\"report.css\">", with: "<style>\(style)</style>"
            )
            .filling("<!-- images -->", with: images)
    }
}

extension String {
    /// The text with a mark replaced by a value.
    fileprivate func filling(_ mark: String, with value: String) -> String {
        let mark = Array(mark.utf8)
        let bytes = Array(utf8)
        var filled: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: mark) {
                filled += value.utf8
                index += mark.count
            } else {
                filled.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: filled, as: UTF8.self)
    }
}
