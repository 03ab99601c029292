import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite struct ZeroLagFilterTests {
    @Test("values are those of SciPy's butter and filtfilt") func scipy() throws {
        for reference in try FilterReferences.read().filters {
            let filter = ZeroLagFilter(cutoff: reference.cutoff)
            let got = filter.filtered(reference.values, at: reference.times)
            #expect(
                largestDifference(got, reference.filtered) < 1e-9,
                "\(reference.values.count) at \(reference.rate) Hz")
        }
    }

    @Test("times rounded to milliseconds count as even", arguments: [30.0, 60, 120, 240])
    func roundedTimes(rate: Double) {
        let exact = (0..<90).map { Double($0) / rate }
        let values = exact.indices.map { Double($0 * $0 % 37) }
        let filter = ZeroLagFilter()
        let rounded = exact.map { ($0 * 1000).rounded() / 1000 }
        let difference = largestDifference(
            filter.filtered(values, at: rounded), filter.filtered(values, at: exact))
        #expect(difference < 0.05)
    }

    @Test("at the cutoff half of the power passes, and nothing is delayed") func response() {
        let times = (0..<600).map { Double($0) / 60 }
        let values = times.map { cos(2 * .pi * 6 * $0) }
        let filtered = ZeroLagFilter().filtered(values, at: times)
        // A cosine's peaks are at whole periods: every tenth sample.
        for peak in stride(from: 100, to: 500, by: 10) {
            #expect(abs(filtered[peak] - 0.5.squareRoot()) < 1e-3)
            #expect(filtered[peak] > filtered[peak - 1] && filtered[peak] > filtered[peak + 1])
        }
    }

    @Test("missing values and long steps separate runs, which do not influence each other")
    func gaps() {
        let filter = ZeroLagFilter()
        var values = (0..<60).map { 10 + 5 * cos(Double($0) / 5) }
        let times = (0..<60).map { Double($0) / 30 }
        let alone = filter.filtered(Array(values[..<25]), at: Array(times[..<25]))
        values[25] = .nan
        for index in 26..<60 { values[index] += 1000 }
        let withGap = filter.filtered(values, at: times)
        #expect(withGap[25].isNaN)
        #expect(largestDifference(Array(withGap[..<25]), alone) == 0)

        var late = times
        for index in 25..<60 { late[index] += 0.2 }
        values[25] = 1000
        let afterStep = filter.filtered(values, at: late)
        #expect(largestDifference(Array(afterStep[..<25]), alone) == 0)
        #expect(afterStep.allSatisfy { $0.isFinite })
    }

    @Test("uneven times give the curve of even ones") func unevenTimes() {
        var random = SplitMix64(seed: 3)
        let times = (0..<120).map { (Double($0) + 0.4 * Double(random.signedUnit())) / 30 }
        let values = times.map { 45 - 40 * cos(.pi * $0) }
        let filtered = ZeroLagFilter().filtered(values, at: times)
        #expect(largestDifference(filtered, values) < 0.6)
        let noisy = values.map { $0 + 4 * Double(random.signedUnit()) }
        let smoothed = ZeroLagFilter().filtered(noisy, at: times)
        let error = zip(smoothed, values).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
        let noise = zip(noisy, values).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
        #expect(error < 0.6 * noise)
    }

    @Test("a rate too low for the cutoff leaves values as they are") func lowRate() {
        let times = (0..<20).map { Double($0) / 5 }
        let values = times.indices.map { Double($0 * 7 % 5) }
        #expect(ZeroLagFilter().filtered(values, at: times) == values)
    }

    @Test("any input gives a list of the same length") func hostileInput() {
        let filter = ZeroLagFilter()
        #expect(filter.filtered([], at: []).isEmpty)
        #expect(filter.filtered([1], at: [0]) == [1])
        #expect(filter.filtered([1, 2], at: [0, 0]) == [1, 2])
        #expect(filter.filtered([1, 2, 3], at: [0]).count == 3)
        #expect(filter.filtered([1, 2, 3], at: [3, 2, 1]).count == 3)
        #expect(filter.filtered([1, 2, 3, 4], at: [0, .nan, .infinity, 1]).count == 4)
        #expect(filter.filtered([.infinity, 1, 2, .nan], at: [0, 1, 2, 3]).count == 4)
        let huge = [Double](repeating: .greatestFiniteMagnitude, count: 30)
        #expect(filter.filtered(huge, at: huge.indices.map { Double($0) / 30 }).count == 30)
        for cutoff in [0, -1, .nan, .infinity, 1e-300] {
            let times = (0..<30).map { Double($0) / 30 }
            #expect(ZeroLagFilter(cutoff: cutoff).filtered(times, at: times).count == 30)
        }
    }
}

@Suite struct DerivativeTests {
    @Test("values are those of SciPy's savgol_filter") func scipy() throws {
        for reference in try FilterReferences.read().filters {
            let got = Derivative.of(reference.filtered, at: reference.times)
            #expect(largestDifference(got, reference.derivative) < 1e-7)
        }
    }

    @Test("a parabola's derivative is exact, also at the ends") func parabola() {
        let times = (0..<20).map { Double($0) / 30 }
        let got = Derivative.of(times.map { 3 + 2 * $0 - 5 * $0 * $0 }, at: times)
        #expect(largestDifference(got, times.map { 2 - 10 * $0 }) < 1e-9)
    }

    @Test("uneven and short runs have plain differences") func differences() {
        let uneven = [0, 0.1, 0.3, 0.35, 0.5, 0.7, 0.75, 0.9]
        let line = Derivative.of(uneven.map { 4 * $0 }, at: uneven)
        #expect(largestDifference(line, uneven.map { _ in 4 }) < 1e-9)
        #expect(Derivative.of([0, 1, 4], at: [0, 1, 2]) == [1, 2, 3])
    }

    @Test("nothing is differentiated across a gap") func gaps() {
        let got = Derivative.of([0, 1, .nan, 50, .nan, 7, 8], at: [0, 1, 2, 3, 4, 5, 6])
        #expect(got[0] == 1 && got[1] == 1)
        #expect(got[2].isNaN && got[3].isNaN && got[4].isNaN)
        #expect(got[5] == 1 && got[6] == 1)
        #expect(Derivative.of([1, 2], at: [0, 0]).allSatisfy { $0.isNaN })
    }
}

@Suite struct SmoothnessTests {
    @Test("measures are those of the authors' formulas") func references() throws {
        for reference in try FilterReferences.read().smoothness {
            let sparc = try #require(
                Smoothness.sparc(speed: reference.speed, rate: reference.rate))
            let ldlj = try #require(Smoothness.ldlj(speed: reference.speed, rate: reference.rate))
            #expect(abs(sparc - reference.sparc) < 1e-9)
            #expect(abs(ldlj - reference.ldlj) < 1e-9)
        }
    }

    @Test("the bell of the authors' documentation has their values") func bell() throws {
        let bell = try FilterReferences.read().smoothness[0]
        let sparc = try #require(Smoothness.sparc(speed: bell.speed, rate: 100))
        let ldlj = try #require(Smoothness.ldlj(speed: bell.speed, rate: 100))
        #expect(String(sparc, places: 5) == "-1.41403")
        #expect(String(ldlj, places: 5) == "-5.81636")
        // Neither the unit nor the sign of the speed matters.
        let other = bell.speed.map { -250 * $0 }
        let otherSPARC = try #require(Smoothness.sparc(speed: other, rate: 100))
        let otherLDLJ = try #require(Smoothness.ldlj(speed: other, rate: 100))
        #expect(abs(otherSPARC - sparc) < 1e-12 && abs(otherLDLJ - ldlj) < 1e-9)
    }

    @Test("there is no smoothness without movement or of numbers that are not") func hostile() {
        for speed in [[], [1], [1, 2], [0, 0, 0, 0], [1, .nan, 2], [1, .infinity, 2, 3]] {
            #expect(Smoothness.sparc(speed: speed, rate: 30) == nil)
            #expect(Smoothness.ldlj(speed: speed, rate: 30) == nil)
        }
        for rate in [0, -1, .nan, .infinity] {
            #expect(Smoothness.sparc(speed: [1, 2, 3], rate: rate) == nil)
            #expect(Smoothness.ldlj(speed: [1, 2, 4], rate: rate) == nil)
        }
        #expect(Smoothness.ldlj(speed: [1, 2, 3], rate: 30) == nil, "constant acceleration")
        for bad in [0, -1, Double.nan] {
            var parameters = Smoothness.SpectralArcLength()
            parameters.cutoff = bad
            #expect(Smoothness.sparc(speed: [1, 2, 1], rate: 30, parameters: parameters) == nil)
        }
    }
}
