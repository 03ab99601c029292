import LandmarkCore

/// Previously drawn text, for all canvases: most labels in a video are the same as in the previous
/// frame.
///
/// The cache is thread-safe.
struct TextCache: Sendable {
    static let shared = TextCache()

    /// The maximum number of bytes of stamps to keep.
    private static let byteLimit = 4 << 20
    /// The maximum number of widths to keep.
    private static let countLimit = 2048

    private struct Line: Hashable {
        let text: String
        let font: Font
        let family: String
    }

    private struct Face: Hashable {
        let font: Font
        let family: String
    }

    private struct Contents {
        var stamps: [Line: Stamp] = [:]
        var byteCount = 0
        var widths: [Line: Double] = [:]
        var extents: [Face: (ascent: Double, descent: Double)] = [:]
        var families: [[String]: String] = [:]
    }

    private let contents = Mutex<Contents>(Contents())

    private init() {}

    /// Returns the first usable family of `families`, otherwise the fallback.
    func family(of families: [String]) -> String {
        if let family = contents.withLock({ $0.families[families] }) { return family }
        let family =
            families.first(where: PlatformDrawing.isUsable) ?? PlatformDrawing.fallbackFontFamily
        contents.withLock { $0.families[families] = family }
        return family
    }

    /// Returns the stamp of a text, drawn by `draw` the first time.
    func stamp(
        of text: String, font: Font, family: String, draw: () -> Stamp?
    ) -> Stamp? {
        let line = Line(text: text, font: font, family: family)
        if let stamp = contents.withLock({ $0.stamps[line] }) { return stamp }
        guard let stamp = draw() else { return nil }
        contents.withLock { contents in
            if contents.byteCount + stamp.bytes.count > Self.byteLimit
                || contents.stamps.count >= Self.countLimit
            {
                contents.stamps = [:]
                contents.byteCount = 0
            }
            guard stamp.bytes.count <= Self.byteLimit / 8 else { return }
            contents.byteCount += stamp.bytes.count
            contents.stamps[line] = stamp
        }
        return stamp
    }

    /// Returns the width of a text, measured by `measure` the first time.
    func width(of text: String, font: Font, family: String, measure: () -> Double) -> Double {
        let line = Line(text: text, font: font, family: family)
        if let width = contents.withLock({ $0.widths[line] }) { return width }
        let width = measure()
        contents.withLock { contents in
            if contents.widths.count >= Self.countLimit { contents.widths = [:] }
            contents.widths[line] = width
        }
        return width
    }

    /// Returns the extents of a font, measured by `measure` the first time.
    func extents(
        of font: Font, family: String, measure: () -> (ascent: Double, descent: Double)
    ) -> (ascent: Double, descent: Double) {
        let face = Face(font: font, family: family)
        if let extents = contents.withLock({ $0.extents[face] }) { return extents }
        let extents = measure()
        contents.withLock { contents in
            if contents.extents.count >= Self.countLimit { contents.extents = [:] }
            contents.extents[face] = extents
        }
        return extents
    }
}
