import LandmarkCore
package import LandmarkImaging
package import LandmarkMotion

/// Collects a few small images of one person's exercise: the extreme of the best and of the worst
/// repetition of each side, and the first occurrence of each fault.
package struct RepetitionImages: Sendable {
    /// An image of a moment, with the overlay drawn on it.
    package struct Moment: Sendable {
        package enum Subject: Sendable, Hashable {
            case best(number: Int)
            case worst(number: Int)
            case fault(id: String, number: Int)
        }

        package let subject: Subject
        package let side: BodySide?
        /// In seconds.
        package let time: Double
        let image: ReportImage
    }

    private let definition: ExerciseDefinition
    private let measures: [Measure]
    private(set) var moments: [Moment] = []

    package init(_ definition: ExerciseDefinition, measures: [Measure]) {
        self.definition = definition
        self.measures = measures
    }

    /// Adds a frame with what happened in it.
    ///
    /// - Throws: `ImagingError` when a small image cannot be drawn or encoded.
    package mutating func add(
        _ image: PixelBuffer, _ person: MotionOverlay.Person, _ events: [ExerciseEvent]
    ) throws(ImagingError) {}
}

/// An encoded image on a page.
package struct ReportImage: Sendable, Hashable {
    let jpeg: [UInt8]
    let size: PixelSize
}
