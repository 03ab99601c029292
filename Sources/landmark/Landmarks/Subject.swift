import LandmarkCommandSupport
import LandmarkImaging
import LandmarkTasks

/// What images are searched for, and how the findings are written: hands, bodies or faces.
protocol Subject: Sendable {
    associatedtype Tool: Landmarker
    /// A hand, a body or a face.
    associatedtype Finding: Mirrorable

    /// The name of one and of several: `hand`, `hands`.
    static var noun: (one: String, several: String) { get }
    /// The names of the CSV columns after `file`, `frame` and `timestampMs`.
    static var columns: [String] { get }

    var landmarker: Tool { get }
    var view: View { get }

    /// Loads the model, for images that come in `mode`.
    init(_ arguments: Arguments, mode: RunningMode) throws
    /// What the landmarker found.
    func findings(in output: Tool.Output) -> [Finding]
    /// Writes each one as an element of the array `hands`, `poses` or `faces`.
    func write(_ findings: [Finding], to json: inout JSONText)
    /// Writes one line for each point of each one; every line begins with `start`.
    func write(_ findings: [Finding], to csv: inout CSVText, start: (inout CSVText) -> Void)
    /// Draws each one.
    func draw(_ findings: [Finding], on canvas: Canvas) throws
    /// The mask of each one that has a mask, with its id.
    func masks(of findings: [Finding]) -> [(id: Int, mask: Mask)]
}

extension Subject {
    func masks(of findings: [Finding]) -> [(id: Int, mask: Mask)] { [] }

    /// Searches an image of its own.
    func find(in image: PixelBuffer) throws(TaskError) -> [Finding] {
        let output = try landmarker.detect(
            view.seen(image), orientation: view.orientation)
        return mapped(output)
    }

    /// What the landmarker found in what is seen, where it is in the image itself.
    func mapped(_ output: Tool.Output) -> [Finding] {
        let found = findings(in: output)
        return view.isMirrored ? found.map(\.mirrored) : found
    }
}
