import Foundation
import LandmarkTestSupport

/// SciPy's results for synthetic signals, written by `Fixtures/motion_references.py`.
struct FilterReferences: Decodable {
    struct Filter: Decodable {
        let rate: Double
        let cutoff: Double
        let values: [Double]
        let filtered: [Double]
        let derivative: [Double]

        var times: [Double] { values.indices.map { Double($0) / rate } }
    }

    struct Smoothness: Decodable {
        let rate: Double
        let speed: [Double]
        let sparc: Double
        let ldlj: Double
    }

    let filters: [Filter]
    let smoothness: [Smoothness]

    static func read(testFile: String = #filePath) throws -> FilterReferences {
        let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
        let file = folder.appendingPathComponent("../Fixtures/filters.json").standardized
        return try JSONDecoder().decode(FilterReferences.self, from: Data(contentsOf: file))
    }
}

/// The largest difference of two lists; infinite when they differ in length or where one is NaN.
func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
    guard a.count == b.count else { return .infinity }
    return zip(a, b).map { abs($0 - $1) }.reduce(0) { $1.isNaN ? .infinity : max($0, $1) }
}
