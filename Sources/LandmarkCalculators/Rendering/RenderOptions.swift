import LandmarkGraph

/// Options that calculators for `RenderData` share.
extension RenderColor {
    /// Reads a color with the fields `r`, `g` and `b`; black if it is missing.
    ///
    /// - Throws: `TextFormatError` for another field or a value outside 0…255.
    init(_ options: TextMessage, _ field: String) throws {
        try self.init(try options.message(field) ?? TextMessage())
    }

    /// Reads the colors of a repeated field.
    ///
    /// - Throws: `TextFormatError`, like `init(_:_:)`.
    static func list(_ options: TextMessage, _ field: String) throws -> [RenderColor] {
        try options.messages(field).map { try RenderColor($0) }
    }

    private init(_ color: TextMessage) throws {
        try color.requireFields(in: ["r", "g", "b"])
        self.init(
            red: try color.int("r", in: 0...255) ?? 0, green: try color.int("g", in: 0...255) ?? 0,
            blue: try color.int("b", in: 0...255) ?? 0)
    }
}

extension RenderText {
    /// Reads a text style: the font, the outline, and whether the text is centered.
    ///
    /// - Throws: `TextFormatError` for another field or a value of another type.
    init(style options: TextMessage) throws {
        try options.requireFields(in: [
            "font_height", "font_face", "outline_thickness", "outline_color",
            "center_horizontally", "center_vertically",
        ])
        self.init(
            "", left: 0, baseline: 0, fontHeight: try options.double("font_height") ?? 8,
            fontFace: try options.int("font_face") ?? 0,
            outline: Outline(
                thickness: try options.double("outline_thickness") ?? 0,
                color: try RenderColor(options, "outline_color")),
            isCenteredHorizontally: try options.bool("center_horizontally") ?? false,
            isCenteredVertically: try options.bool("center_vertically") ?? false)
    }
}

extension Float {
    /// The number with up to six digits, in the format of `absl::StrCat` and `printf("%g")`.
    var sixDigits: String {
        guard isFinite, self != 0 else { return isNaN ? "nan" : self == 0 ? "0" : "\(self)" }
        var exponent = 0
        var digits = Double(magnitude)
        while digits >= 1e6 { digits /= 10; exponent += 1 }
        while digits < 1e5 { digits *= 10; exponent -= 1 }
        var whole = Int(digits.rounded(.toNearestOrEven))
        if whole == 1_000_000 { (whole, exponent) = (100_000, exponent + 1) }
        let place = exponent + 5
        var text = String(whole)
        while text.hasSuffix("0"), text.count > 1 { text.removeLast() }
        let sign = self < 0 ? "-" : ""
        if place < -4 || place >= 6 {
            let fraction = text.count > 1 ? "." + text.dropFirst() : ""
            let power = place.magnitude < 10 ? "0\(place.magnitude)" : "\(place.magnitude)"
            return sign + text.prefix(1) + fraction + "e" + (place < 0 ? "-" : "+") + power
        }
        if place < 0 { return sign + "0." + String(repeating: "0", count: -place - 1) + text }
        if text.count <= place + 1 {
            return sign + text + String(repeating: "0", count: place + 1 - text.count)
        }
        return sign + text.prefix(place + 1) + "." + text.dropFirst(place + 1)
    }
}
