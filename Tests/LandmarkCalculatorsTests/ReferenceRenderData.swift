import Foundation
import LandmarkCalculators
import Testing

extension RenderData {
    /// Reads what `Fixtures/render-data/references.py` writes.
    init(_ json: Any) throws {
        let json = try #require(json as? [String: Any])
        let annotations = try #require(json["annotations"] as? [[String: Any]])
        self.init(
            sceneClass: try #require(json["class"] as? String),
            annotations: try annotations.map(RenderAnnotation.init))
    }
}

extension RenderAnnotation {
    /// Everything about the shape except its thickness and tag: what must be equal, and the
    /// numbers.
    var facts: (words: String, numbers: [Double]) {
        let rgb = [color.red, color.green, color.blue]
        switch shape {
        case .rectangle(let rectangle): return rectangle.facts("rectangle", rgb)
        case .filledRectangle(let rectangle): return rectangle.facts("filled_rectangle", rgb)
        case .oval(let rectangle): return rectangle.facts("oval", rgb)
        case .filledOval(let rectangle): return rectangle.facts("filled_oval", rgb)
        case .point(let place, let isNormalized):
            return ("point \(isNormalized) \(rgb)", [place.x, place.y])
        case .line(let from, let to, let isNormalized):
            return ("line \(isNormalized) \(rgb)", [from.x, from.y, to.x, to.y])
        case .gradientLine(let from, let to, let isNormalized, let first, let last):
            return (
                "gradient_line \(isNormalized) \(first) \(last)", [from.x, from.y, to.x, to.y]
            )
        case .text(let text):
            return (
                "text \(text.isNormalized) \(rgb) \(text.text) \(text.fontFace)"
                    + " \(text.isCenteredHorizontally) \(text.isCenteredVertically)"
                    + " \(text.outline.color)",
                [text.left, text.baseline, text.fontHeight, text.outline.thickness]
            )
        }
    }

    fileprivate init(_ json: [String: Any]) throws {
        let kind = try #require(json["kind"] as? String)
        let values = try #require(json["numbers"] as? [NSNumber])
        let numbers = values.map(\.doubleValue)
        let rgb = try #require(json["color"] as? [Int])
        let isNormalized = try #require(json["isNormalized"] as? Bool)
        func color(_ start: Int) -> RenderColor {
            RenderColor(
                red: Int(numbers[start]), green: Int(numbers[start + 1]),
                blue: Int(numbers[start + 2]))
        }
        func rectangle() -> RenderRectangle {
            RenderRectangle(
                left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3],
                rotation: numbers[4], isNormalized: isNormalized,
                topLeftThickness: numbers[5] == 0 ? nil : numbers[5])
        }
        let shape: Shape
        switch kind {
        case "rectangle": shape = .rectangle(rectangle())
        case "filled_rectangle": shape = .filledRectangle(rectangle())
        case "oval": shape = .oval(rectangle())
        case "filled_oval": shape = .filledOval(rectangle())
        case "point": shape = .point(SIMD2(numbers[0], numbers[1]), isNormalized: isNormalized)
        case "line":
            shape = .line(
                from: SIMD2(numbers[0], numbers[1]), to: SIMD2(numbers[2], numbers[3]),
                isNormalized: isNormalized)
        case "gradient_line":
            shape = .gradientLine(
                from: SIMD2(numbers[0], numbers[1]), to: SIMD2(numbers[2], numbers[3]),
                isNormalized: isNormalized, colors: color(4), color(7))
        default:
            try #require(kind == "text")
            shape = .text(
                RenderText(
                    try #require(json["text"] as? String), left: numbers[0], baseline: numbers[1],
                    fontHeight: numbers[2], fontFace: Int(numbers[3]),
                    outline: RenderText.Outline(thickness: numbers[6], color: color(7)),
                    isCenteredHorizontally: numbers[4] == 1, isCenteredVertically: numbers[5] == 1,
                    isNormalized: isNormalized))
        }
        let thickness = try #require(json["thickness"] as? NSNumber)
        self.init(
            shape, color: RenderColor(red: rgb[0], green: rgb[1], blue: rgb[2]),
            thickness: thickness.doubleValue, sceneTag: try #require(json["tag"] as? String))
    }
}

extension RenderRectangle {
    fileprivate func facts(_ kind: String, _ rgb: [Int]) -> (words: String, numbers: [Double]) {
        (
            "\(kind) \(isNormalized) \(rgb)",
            [left, top, right, bottom, rotation, topLeftThickness ?? 0]
        )
    }
}
