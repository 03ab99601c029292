import LandmarkCore

/// An image with a caption, one of several on a card.
struct PageImage {
    let image: ReportImage
    /// The first line of the caption.
    let title: String
    let caption: String
    var ink = Ink.strong
}

extension PageBuilder {
    /// Adds images side by side on a card, in rows as tall as their tallest image.
    mutating func add(_ images: [PageImage], title: String, note: String = "") {
        guard !images.isEmpty else { return }
        addCard { page in
            page.addCardTitle(title, note: note)
            page.top += 4
            page.layOut(images)
            page.top += 4
        }
    }

    private mutating func layOut(_ images: [PageImage]) {
        let between = 16.0
        let isLandscape = images.allSatisfy { $0.image.size.width > $0.image.size.height }
        let columns = layout.isNarrow ? (isLandscape ? 1 : 2) : (isLandscape ? 3 : 4)
        let room = layout.innerWidth - 2 * inset
        let width = (room - between * Double(columns - 1)) / Double(columns)
        for start in stride(from: 0, to: images.count, by: columns) {
            let row = images[start..<min(start + columns, images.count)]
            let sizes = row.map { Self.size(of: $0.image, in: width) }
            let height = sizes.map(\.height).max() ?? 0
            var lines = 0
            for (index, (item, size)) in zip(row, sizes).enumerated() {
                let left = layout.margin + inset + Double(index) * (width + between)
                let box = Mark.Box(
                    left: left, top: top + height - size.height, width: size.width,
                    height: size.height)
                add(.image(item.image, in: box, description: "\(item.title): \(item.caption)"))
                lines = max(lines, addCaption(of: item, x: left, y: top + height, width: width))
            }
            top += height + Double(lines) * 15 + 22
        }
    }

    /// The size of an image that is as wide as its column, or as tall as the column allows.
    private static func size(
        of image: ReportImage, in width: Double
    ) -> (width: Double, height: Double) {
        let ratio = Double(image.size.height) / Double(max(1, image.size.width))
        let height = min(width * ratio, width * 1.5)
        return (height / max(ratio, 0.01), height)
    }

    /// Adds the caption and returns the number of its lines.
    private mutating func addCaption(
        of item: PageImage, x: Double, y: Double, width: Double
    ) -> Int {
        let titles = PageLayout.lines(item.title, atMost: Int(width / 8.2))
        let lines = PageLayout.lines(item.caption, atMost: Int(width / 6.9))
        for (index, line) in (titles + lines).enumerated() {
            let isTitle = index < titles.count
            add(
                line, x: x, y: y + 16 + Double(index) * 15,
                Mark.TextStyle(
                    size: isTitle ? 12 : 11, isBold: isTitle, ink: isTitle ? item.ink : .plain))
        }
        return titles.count + lines.count
    }
}
