import LandmarkImaging

/// What a picture is searched for, and how the findings are written: hands, bodies or faces.
protocol Subject {
    /// What the task returns for one picture.
    associatedtype Findings

    /// The name of one and of several: `hand`, `hands`.
    static var noun: (one: String, several: String) { get }
    /// The names of the CSV columns after `file`, `frame` and `timestampMs`.
    static var columns: [String] { get }

    /// Searches one picture.
    func find(in picture: PixelBuffer) throws -> Findings
    /// How many were found.
    func count(_ findings: Findings) -> Int
    /// Writes each one as an element of the array `hands`, `poses` or `faces`.
    func write(_ findings: Findings, to json: inout JSONText)
    /// Writes one line for each point of each one; every line begins with `start`.
    func write(_ findings: Findings, to csv: inout CSVText, start: (inout CSVText) -> Void)
    /// Draws each one.
    func draw(_ findings: Findings, on canvas: Canvas) throws
    /// The mask of each one that has a mask, with its id.
    func masks(of findings: Findings) -> [(id: Int, mask: Mask)]
}

extension Subject {
    func masks(of findings: Findings) -> [(id: Int, mask: Mask)] { [] }
}
