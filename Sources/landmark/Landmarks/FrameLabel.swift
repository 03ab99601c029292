import LandmarkCommandSupport
import LandmarkCore

/// Which image or frame a line of output is about.
struct FrameLabel {
    /// The input, as given or found; of what comes of no input the graph.
    let file: String
    /// Its number in a video, from 0; 0 for an image of its own, nil for what comes of no frame.
    let number: Int?
    /// Its time in a video; 0 for an image of its own, nil for what comes before or after time.
    let timestamp: Timestamp?
    /// Its size in pixels; nil for what comes of no image.
    let size: PixelSize?

    /// Writes the members that every line of JSON begins with.
    func write(to json: inout JSONText) {
        json.key("file")
        json.string(file)
        json.key("frame")
        if let number { json.integer(number) } else { json.null() }
        json.key("timestampMs")
        if let timestamp { json.integer(timestamp.milliseconds) } else { json.null() }
        guard let size else { return }
        json.key("width")
        json.integer(size.width)
        json.key("height")
        json.integer(size.height)
    }

    /// The columns that every line of CSV begins with.
    static let columns = ["file", "frame", "timestampMs"]

    /// Writes the fields of `columns`.
    func write(to csv: inout CSVText) {
        csv.field(file)
        csv.field(number ?? 0)
        csv.field(timestamp?.milliseconds ?? 0)
    }
}
