import LandmarkGraph
import LandmarkImaging

/// The names of a model's classes.
struct LabelMap {
    /// A class: MediaPipe's `LabelMapItem`.
    struct Item {
        let name: String
        let displayName: String?
    }

    private let items: [Int: Item]

    /// The number of classes.
    var count: Int { items.count }

    /// The names of a class; nil if it is not in the map.
    subscript(_ index: Int) -> Item? { items[index] }

    /// Reads the map from options: `label_items`; the fields of `label_map`; the lines of the file
    /// `label_map_path`; or `label`, in order.
    ///
    /// - Parameter readingFile: Whether to read the file `label_map_path`; during validation it is
    ///   not read, and its map has no classes.
    /// - Returns: The map; nil if no option specifies one.
    /// - Throws: `TextFormatError`, `StandardCalculatorError` for a duplicate number, or
    ///   `ImagingError` if the file cannot be read.
    init?(_ options: TextMessage, readingFile: Bool) throws {
        if let path = try options.string("label_map_path") {
            items = readingFile ? Self.numbered(try Self.lines(of: path)) : [:]
        } else if options.has("label") {
            items = Self.numbered(try options.strings("label"))
        } else if options.has("label_items") {
            items = try Self.unique(
                options.messages("label_items").map { entry in
                    try entry.requireFields(in: ["key", "value"])
                    let value = try entry.message("value") ?? TextMessage()
                    try value.requireFields(in: ["name", "display_name", "child_name"])
                    let item = Item(
                        name: try value.string("name") ?? "",
                        displayName: try value.string("display_name"))
                    return (try entry.int("key") ?? 0, item)
                })
        } else if let map = try options.message("label_map") {
            try map.requireFields(in: ["entries"])
            items = try Self.unique(
                map.messages("entries").map { entry in
                    try entry.requireFields(in: ["id", "label"])
                    let item = Item(name: try entry.string("label") ?? "", displayName: nil)
                    return (try entry.int("id") ?? 0, item)
                })
        } else {
            return nil
        }
    }

    private static func lines(of path: String) throws(ImagingError) -> [String] {
        let text = String(decoding: try FileStore.read(path), as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
        }
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func numbered(_ names: [String]) -> [Int: Item] {
        Dictionary(
            uniqueKeysWithValues: names.enumerated().map {
                ($0.offset, Item(name: $0.element, displayName: nil))
            })
    }

    private static func unique(
        _ entries: [(Int, Item)]
    ) throws(StandardCalculatorError) -> [Int: Item] {
        var items: [Int: Item] = [:]
        for (number, item) in entries {
            try StandardCalculatorError.require(
                items.updateValue(item, forKey: number) == nil,
                "the label map has class \(number) twice")
        }
        return items
    }
}
