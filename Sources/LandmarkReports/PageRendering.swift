import LandmarkCore
import LandmarkDrawing
import LandmarkImageFiles
package import LandmarkImaging

extension Page {
    /// The page as a self-contained HTML file: SVG images with their colors in CSS.
    ///
    /// - Parameter narrow: The same page laid out for phones, shown on screens below 800 points.
    package func html(narrow: Page) -> [UInt8] {
        Array(HTMLText(self, narrow: narrow).text.utf8)
    }

    /// Draws the page in its light colors, at 2 pixels per point so that small text stays sharp, or fewer if
    /// the page is too long.
    ///
    /// - Throws: `ImagingError` when the canvas cannot be created or an image cannot be decoded.
    package func image() throws(ImagingError) -> PixelBuffer {
        try PageCanvas(self).canvas.image()
    }
}

/// The text of a page's HTML file.
private struct HTMLText {
    private(set) var text = ""
    /// The ids of the images' elements.
    private var ids: [ReportImage: String] = [:]

    init(_ wide: Page, narrow: Page) {
        addImages(of: [wide, narrow])
        add(wide, styledAs: "wide")
        add(narrow, styledAs: "narrow")
        let document = ReportDocument(
            title: Self.escaped(wide.title), light: Self.variables(wide.palette, \.light),
            dark: Self.variables(wide.palette, \.dark), wide: "\(Self.number(wide.width))px",
            narrow: "\(Self.number(narrow.width * 1.5))px")
        text = document.html(text)
    }

    /// Adds each image once without showing it; the pages refer to it.
    private mutating func addImages(of pages: [Page]) {
        var elements = ""
        for case .image(let image, _, _) in pages.flatMap(\.marks) where ids[image] == nil {
            let id = "image\(ids.count + 1)"
            ids[image] = id
            elements += """
                <image id="\(id)" width="\(image.size.width)" height="\(image.size.height)" \
                href="data:image/jpeg;base64,\(Base64.text(of: image.jpeg))"/>

                """
        }
        guard !elements.isEmpty else { return }
        text += """
            <svg xmlns="http://www.w3.org/2000/svg" class="images" aria-hidden="true">
            <defs>
            \(elements)</defs>
            </svg>

            """
    }

    private mutating func add(_ page: Page, styledAs name: String) {
        let (width, height) = (Self.number(page.width), Self.number(page.height))
        text += """
            <svg xmlns="http://www.w3.org/2000/svg" class="\(name)" \
            viewBox="0 0 \(width) \(height)" role="\(page.isStructured ? "document" : "img")">
            <title>\(Self.escaped(page.title))</title>

            """
        for mark in page.marks { add(mark) }
        text += "</svg>\n"
    }

    private mutating func add(_ mark: Mark) {
        switch mark {
        case .box(let box, let ink, let opacity, let radius, let tooltip):
            begin(
                "rect",
                [
                    ("x", box.left), ("y", box.top), ("width", box.width), ("height", box.height),
                    ("rx", radius > 0 ? radius : nil),
                    ("fill-opacity", opacity < 1 ? opacity : nil),
                ])
            text += " fill=\"var(--\(ink.name))\""
            text += tooltip.map { "><title>\(Self.escaped($0))</title></rect>\n" } ?? "/>\n"
        case .hatch(let boxes, let ink):
            addHatch(boxes, ink)
        case .line(let points, let ink, let width, let dash):
            begin(
                "polyline",
                [("stroke-width", width), ("stroke-dasharray", dash > 0 ? dash : nil)])
            // SVG draws nothing for one point, but a dot for two equal ones.
            add(points.count == 1 ? points + points : points)
            text += " stroke=\"var(--\(ink.name))\"/>\n"
        case .area(let points, let ink, let opacity):
            begin("polygon", [("fill-opacity", opacity)])
            add(points)
            text += " fill=\"var(--\(ink.name))\"/>\n"
        case .text(let words, let point, let style):
            begin("text", [("x", point.x), ("y", point.y), ("font-size", style.size)])
            if style.isBold { text += " font-weight=\"bold\"" }
            switch style.anchor {
            case .start: break
            case .middle: text += " text-anchor=\"middle\""
            case .end: text += " text-anchor=\"end\""
            }
            if let role = style.role { text += role.attributes }
            text += " fill=\"var(--\(style.ink.name))\">\(Self.escaped(words))</text>\n"
        case .image(let image, let box, let description):
            let scale = "\(box.width / Double(image.size.width))"
            let words = Self.escaped(description)
            text += """
                <use href="#\(ids[image] ?? "")" transform="translate(\(Self.number(box.left)) \
                \(Self.number(box.top))) scale(\(scale))" role="img" aria-label="\(words)">\
                <title>\(words)</title></use>

                """
        case .beginGroup(let role, let name):
            text += "<g\(role.attributes)"
            text += name.map { " aria-label=\"\(Self.escaped($0))\">\n" } ?? ">\n"
        case .endGroup:
            text += "</g>\n"
        }
    }

    /// Begins an element with its numeric attributes, omitting those without a value.
    private mutating func begin(
        _ element: String, _ attributes: [(name: String, value: Double?)]
    ) {
        text += "<\(element)"
        for case (let name, let value?) in attributes {
            text += " \(name)=\"\(Self.number(value))\""
        }
    }

    private mutating func add(_ points: [Mark.Point]) {
        let pairs = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        text += " points=\"\(pairs.joined(separator: " "))\""
    }

    /// Adds the lines of a hatch as one path.
    private mutating func addHatch(_ boxes: [Mark.Box], _ ink: Ink) {
        let lines = boxes.flatMap(Mark.hatchLines)
        guard !lines.isEmpty else { return }
        let path = lines.map { line in
            "M\(Self.number(line.from.x)) \(Self.number(line.from.y))"
                + "L\(Self.number(line.to.x)) \(Self.number(line.to.y))"
        }.joined()
        text += "<path d=\"\(path)\" stroke=\"var(--\(ink.name))\"/>\n"
    }

    /// The palette as CSS variables.
    private static func variables(_ palette: [Ink], _ shade: KeyPath<Ink, UInt32>) -> String {
        palette.map { ink in
            let digits = String(ink[keyPath: shade], radix: 16)
            let zeros = String(repeating: "0", count: 6 - digits.count)
            return "--\(ink.name): #\(zeros)\(digits);"
        }.joined(separator: " ")
    }

    /// `value` with at most two decimals.
    private static func number(_ value: Double) -> String {
        let text = String(value, places: 2)
        guard text.contains(".") else { return text }
        let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(trimmed.reversed())
    }

    /// `text` with HTML's special characters escaped and control characters, which HTML cannot
    /// contain even as references, replaced by U+FFFD.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}

extension Mark.Role {
    /// The role as attributes of an element.
    fileprivate var attributes: String {
        switch self {
        case .title: " role=\"heading\" aria-level=\"1\""
        case .heading: " role=\"heading\" aria-level=\"2\""
        case .image, .table, .row, .columnHeader, .cell: " role=\"\(rawValue)\""
        }
    }
}

/// A canvas with a page drawn on it.
private struct PageCanvas {
    private static let pixelsPerPoint = 2.0
    /// The maximum number of rows that the canvas supports.
    private static let maxRows = 32_767.0
    /// The maximum number of pixels, which bounds the memory of long pages.
    private static let maxPixels = 40e6

    let canvas: Canvas

    init(_ page: Page) throws(ImagingError) {
        let scale = min(
            Self.pixelsPerPoint, (Self.maxRows - 1) / page.height,
            (Self.maxPixels / (page.width * page.height)).squareRoot())
        let size = PixelSize(
            width: Int((page.width * scale).rounded(.up)),
            height: Int((page.height * scale).rounded(.up)))
        canvas = try Canvas(size, filledWith: Ink.page.color(opacity: 1))
        for mark in page.marks { try draw(mark, scale) }
    }

    private func draw(_ mark: Mark, _ scale: Double) throws(ImagingError) {
        func pixel(_ point: Mark.Point) -> PixelPoint {
            PixelPoint(x: Float(point.x * scale), y: Float(point.y * scale))
        }
        switch mark {
        case .box(let box, let ink, let opacity, let radius, _):
            canvas.fill(
                left: box.left * scale, top: box.top * scale, width: box.width * scale,
                height: box.height * scale, radius: radius * scale,
                color: ink.color(opacity: opacity))
        case .hatch(let boxes, let ink):
            for line in boxes.flatMap(Mark.hatchLines) {
                canvas.stroke(
                    [pixel(line.from), pixel(line.to)], width: scale, dash: 0,
                    color: ink.color(opacity: 1))
            }
        case .line(let points, let ink, let width, let dash):
            canvas.stroke(
                points.map(pixel), width: width * scale, dash: dash * scale,
                color: ink.color(opacity: 1))
        case .area(let points, let ink, let opacity):
            canvas.fill(points.map(pixel), color: ink.color(opacity: opacity))
        case .text(let words, let point, let style):
            let anchor: Canvas.TextAnchor =
                switch style.anchor {
                case .start: .start
                case .middle: .middle
                case .end: .end
                }
            canvas.write(
                words, at: pixel(point), size: style.size * scale, isBold: style.isBold,
                anchor: anchor, color: style.ink.color(opacity: 1))
        case .image(let image, let box, let description):
            try canvas.draw(
                try ImageFile.decode(image.jpeg, name: description), left: box.left * scale,
                top: box.top * scale, width: box.width * scale, height: box.height * scale)
        case .beginGroup, .endGroup: break
        }
    }
}
