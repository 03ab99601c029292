import LandmarkMotion
import Testing

@Suite struct MeasureTests {
    @Test("every measure has a name of its own") func names() {
        #expect(Set(Measure.allCases.map(\.rawValue)).count == Measure.allCases.count)
    }
}
