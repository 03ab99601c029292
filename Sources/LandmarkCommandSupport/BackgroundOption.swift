import LandmarkDrawing
import LandmarkImageFiles
package import LandmarkImaging
package import LandmarkOverlays

extension Option.Value {
    /// The replacement for the background.
    package static let background = Option.Value.parsed(
        placeholder: "blur|#RRGGBB|IMAGE",
        expectation: "blur, a color such as #00b140, or the path of an image",
        accepts: { text in !text.isEmpty && (!text.hasPrefix("#") || OverlayColor(hex: text) != nil)
        })
}

extension Background {
    /// The background given by a value of `--background`.
    ///
    /// - Throws: `ImagingError` for an image that cannot be read.
    package init(words text: String) throws(ImagingError) {
        if let file = Self.file(named: text) {
            self = .image(Filling(try ImageFile.read(file)))
        } else {
            self = OverlayColor(hex: text).map(Background.color) ?? .blur
        }
    }

    /// The path of the image given by a value of `--background`; nil for a blur or a color.
    package static func file(named text: String) -> String? {
        text == "blur" || OverlayColor(hex: text) != nil ? nil : text
    }
}

extension Arguments {
    /// The image file that `--background` names; nil for none.
    package var backgroundFile: String? { text("--background").flatMap(Background.file) }
}

extension OverlayColor {
    /// Parses `#RRGGBB`; nil for any other text.
    fileprivate init?(hex text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let rgb = UInt32(digits, radix: 16)
        else { return nil }
        self.init(rgb)
    }
}
