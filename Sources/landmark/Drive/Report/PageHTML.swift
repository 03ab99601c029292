import LandmarkCommandSupport

/// A page as one HTML file that needs no other: images in SVG, and their colors in CSS.
struct PageHTML {
    /// Screens narrower than this, in points, get the narrow image.
    private static let narrowest = 800.0

    private var text = ""

    /// Writes the whole file: `wide` for paper and most screens, `narrow` for phones.
    init(_ wide: Page, narrow: Page) {
        let title = Self.escaped(wide.title)
        let most = Self.number(Self.narrowest - 1)
        text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            :root { color-scheme: light dark; \(Self.colors(\.light)) }
            @media (prefers-color-scheme: dark) { :root { \(Self.colors(\.dark)) } }
            @media print { :root { \(Self.colors(\.light)) --page: #ffffff; } }
            body { margin: 0; background: var(--page); }
            svg { display: block; width: 100%; height: auto; margin: 0 auto; }
            .wide { max-width: \(Self.number(wide.width))px; }
            .narrow { display: none; max-width: \(Self.number(narrow.width * 1.5))px; }
            @media screen and (max-width: \(most)px) {
            .wide { display: none; }
            .narrow { display: block; }
            }
            text { font-family: "DejaVu Sans", Verdana, "Segoe UI", system-ui, sans-serif; }
            polyline { fill: none; stroke-linecap: round; stroke-linejoin: round; }
            </style>
            </head>
            <body>

            """
        add(wide, named: "wide")
        add(narrow, named: "narrow")
        text += "</body>\n</html>\n"
    }

    private mutating func add(_ page: Page, named name: String) {
        let (width, height) = (Self.number(page.width), Self.number(page.height))
        text += """
            <svg xmlns="http://www.w3.org/2000/svg" class="\(name)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <title>\(Self.escaped(page.title))</title>

            """
        for mark in page.marks { add(mark) }
        text += "</svg>\n"
    }

    /// The file.
    var bytes: [UInt8] { Array(text.utf8) }

    private mutating func add(_ mark: Mark) {
        switch mark {
        case .box(let box, let ink, let opacity, let radius, let hint):
            add(
                "rect",
                [
                    ("x", box.left), ("y", box.top), ("width", box.width), ("height", box.height),
                    ("rx", radius > 0 ? radius : nil),
                    ("fill-opacity", opacity < 1 ? opacity : nil),
                ])
            text += " fill=\"var(--\(ink.rawValue))\""
            text += hint.map { "><title>\(Self.escaped($0))</title></rect>\n" } ?? "/>\n"
        case .line(let points, let ink, let width, let dash):
            add(
                "polyline",
                [
                    ("stroke-width", width), ("stroke-dasharray", dash > 0 ? dash : nil),
                ])
            // A line needs two points, be they the same.
            add(points.count == 1 ? points + points : points)
            text += " stroke=\"var(--\(ink.rawValue))\"/>\n"
        case .area(let points, let ink, let opacity):
            add("polygon", [("fill-opacity", opacity)])
            add(points)
            text += " fill=\"var(--\(ink.rawValue))\"/>\n"
        case .text(let words, let place, let letters):
            add("text", [("x", place.x), ("y", place.y), ("font-size", letters.size)])
            if letters.isBold { text += " font-weight=\"bold\"" }
            switch letters.anchor {
            case .start: break
            case .middle: text += " text-anchor=\"middle\""
            case .end: text += " text-anchor=\"end\""
            }
            text += " fill=\"var(--\(letters.ink.rawValue))\">\(Self.escaped(words))</text>\n"
        }
    }

    /// Begins an element with those of its numbers that are there.
    private mutating func add(_ element: String, _ numbers: [(name: String, value: Double?)]) {
        text += "<\(element)"
        for (name, value) in numbers {
            if let value { text += " \(name)=\"\(Self.number(value))\"" }
        }
    }

    private mutating func add(_ points: [Mark.Point]) {
        let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        text += " points=\"\(places.joined(separator: " "))\""
    }

    private static func colors(_ shade: KeyPath<Ink, UInt32>) -> String {
        Ink.allCases.map { ink in
            let digits = String(ink[keyPath: shade], radix: 16)
            let zeros = String(repeating: "0", count: 6 - digits.count)
            return "--\(ink.rawValue): #\(zeros)\(digits);"
        }.joined(separator: " ")
    }

    /// At most two decimals.
    private static func number(_ value: Double) -> String {
        let text = Rate.rounded(value, places: 2)
        guard text.contains(".") else { return text }
        let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(trimmed.reversed())
    }

    /// `text` as HTML shows it letter for letter.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // Controls have no place in HTML, not even escaped.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
