import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite struct LoadPolicyTests {
    private typealias Reading = LoadPolicy.Reading

    private let device = LoadDevice(model: DeviceModel("iPhone14,2"), cores: 6)

    /// Feeds one reading a second from `start` on and returns the levels' indices.
    private func run(
        _ policy: inout LoadPolicy, from start: Double = 0, seconds: Int, thermal: Int = 0,
        latency: Double? = 0.5
    ) -> [Int] {
        (0..<seconds).map { second in
            policy.update(
                Reading(time: start + Double(second), thermal: thermal, latency: latency))
            return policy.levels.firstIndex(of: policy.level) ?? -1
        }
    }

    @Test("levels never rise in model, threads or frame rate within a model") func levels() {
        let levels = device.levels
        #expect(
            levels.first
                == LoadLevel(
                    model: .full, threads: 2, waitPolicy: .passive, framesPerSecond: 30))
        #expect(levels.last?.model == .lite)
        #expect(levels.last?.framesPerSecond == 10)
        let works = levels.map { level in
            let model = LoadLevel.Model.allCases.firstIndex(of: level.model) ?? 0
            return [Double(model), Double(level.threads), level.framesPerSecond]
        }
        for (more, less) in zip(works, works.dropFirst()) {
            #expect(less.lexicographicallyPrecedes(more))
        }
        #expect(Set(levels).count == levels.count)
    }

    @Test("threads are as many as fast cores, at most 4, and wait passively on mobile devices")
    func threads() {
        func first(_ name: String?, cores: Int, fast: Int? = nil) -> LoadLevel? {
            LoadDevice(
                model: name.flatMap { DeviceModel($0) }, cores: cores, performanceCores: fast
            )
            .levels.first
        }
        #expect(first("iPhone12,1", cores: 6)?.threads == 2)
        #expect(first("iPad13,1", cores: 8, fast: 4)?.threads == 4)
        #expect(first("iPad13,1", cores: 8, fast: 4)?.waitPolicy == .passive)
        #expect(first("Mac14,2", cores: 8, fast: 6)?.threads == 4)
        #expect(first("Mac14,2", cores: 8, fast: 6)?.waitPolicy == .active)
        #expect(first(nil, cores: 16)?.threads == 4)
        #expect(first(nil, cores: 2, fast: 12)?.threads == 2)
    }

    @Test("old phones and few cores begin with the lightest model") func slowDevices() {
        #expect(LoadPolicy(device).level.model == .full)
        for (name, cores) in [("iPhone9,1", 4), ("iPhone10,6", 6), ("Linux", 2)] {
            let device = LoadDevice(model: DeviceModel(name), cores: cores)
            #expect(LoadPolicy(device).level.model == .lite, "\(name)")
        }
        #expect(LoadDevice(cores: 0).levels.allSatisfy { $0.threads == 1 })
        #expect(!LoadDevice(cores: -5, models: []).levels.isEmpty)
    }

    @Test("a serious thermal level steps down at once, then every 10 s, and critical once more")
    func thermals() {
        var policy = LoadPolicy(device)
        #expect(run(&policy, seconds: 5, thermal: 1) == [0, 0, 0, 0, 0])
        #expect(run(&policy, from: 5, seconds: 10, thermal: 2) == Array(repeating: 1, count: 10))
        #expect(run(&policy, from: 15, seconds: 2, thermal: 2) == [2, 2])
        #expect(run(&policy, from: 17, seconds: 2, thermal: 3) == [3, 3])
    }

    @Test("high latency steps down after 3 s and not before") func latency() {
        var policy = LoadPolicy(device)
        #expect(run(&policy, seconds: 3, latency: 0.91) == [0, 0, 0])
        #expect(run(&policy, from: 3, seconds: 4, latency: 0.91) == [1, 1, 1, 1])
        #expect(run(&policy, from: 7, seconds: 1, latency: 0.91) == [2])
        // An interruption restarts the 3 s, and 0.9 itself is allowed.
        var other = LoadPolicy(device)
        _ = run(&other, seconds: 3, latency: 1.5)
        _ = run(&other, from: 3, seconds: 1, latency: 0.9)
        #expect(run(&other, from: 4, seconds: 3, latency: 1.5) == [0, 0, 0])
    }

    @Test("work steps up by one after 60 good seconds only") func recovery() {
        var policy = LoadPolicy(device)
        _ = run(&policy, seconds: 1, thermal: 3)
        _ = run(&policy, from: 1, seconds: 10, thermal: 3)
        #expect(policy.level == policy.levels[2] || policy.level == policy.levels[1])
        let before = policy.levels.firstIndex(of: policy.level) ?? 0
        let indices = run(&policy, from: 11, seconds: 122)
        #expect(indices[..<60].allSatisfy { $0 == before })
        #expect(indices[60] == before - 1)
        #expect(indices[60..<120].allSatisfy { $0 == before - 1 })
        // One bad second in between costs another minute.
        var other = LoadPolicy(device)
        _ = run(&other, seconds: 1, thermal: 2)
        _ = run(&other, from: 1, seconds: 50)
        _ = run(&other, from: 51, seconds: 1, latency: 2)
        #expect(run(&other, from: 52, seconds: 60).allSatisfy { $0 == 1 })
        #expect(run(&other, from: 112, seconds: 1) == [0])
    }

    @Test("work never leaves the device's levels") func limits() {
        var policy = LoadPolicy(device)
        #expect(run(&policy, seconds: 500, thermal: 3, latency: 9).last == policy.levels.count - 1)
        var other = LoadPolicy(device)
        #expect(run(&other, seconds: 500).allSatisfy { $0 == 0 })
    }

    @Test("low power allows the lightest model at 20 frames a second at most") func lowPower() {
        var policy = LoadPolicy(device)
        policy.update(Reading(time: 0, thermal: 0, isLowPower: true, latency: 0.5))
        #expect(policy.level.model == .lite)
        #expect(policy.level.framesPerSecond == 20)
        policy.update(Reading(time: 1, thermal: 0, latency: 0.5))
        #expect(policy.level == policy.levels[0])
    }

    @Test("the GPU is used only where it is known to hold, cool, and not in long sessions")
    func gpu() throws {
        let measured = try #require(DeviceModel("iPhone14,2"))
        func level(
            _ name: String, delegates: Set<LoadLevel.Delegate> = [.cpu, .gpu],
            mustLast: Bool = false, thermal: Int = 0, isLowPower: Bool = false
        ) -> LoadLevel.Delegate {
            var policy = LoadPolicy(
                LoadDevice(
                    model: DeviceModel(name), cores: 6, delegates: delegates,
                    sustainingGPU: [measured], mustLast: mustLast))
            policy.update(
                Reading(time: 0, thermal: thermal, isLowPower: isLowPower, latency: 0.5))
            return policy.level.delegate
        }
        #expect(level("iPhone14,2") == .gpu)
        #expect(level("iPhone15,1") == .gpu)
        #expect(level("iPhone9,1") == .cpu, "as text it would come after iPhone14,2")
        #expect(level("iPad14,2") == .cpu, "another family")
        #expect(level("x86_64") == .cpu)
        #expect(level("iPhone15,1", delegates: [.cpu]) == .cpu)
        #expect(level("iPhone15,1", mustLast: true) == .cpu)
        #expect(level("iPhone15,1", thermal: 1) == .cpu)
        #expect(level("iPhone15,1", isLowPower: true) == .cpu)
    }

    @Test("a log that went through JSON replays the same decisions") func replay() throws {
        var random = SplitMix64(seed: 11)
        var policy = LoadPolicy(device)
        var log = LoadLog(device: device)
        var time = 0.0
        for _ in 0..<2000 {
            time += 0.2 + Double(random.unit()) * (random.below(100) == 0 ? 20 : 1)
            let reading = Reading(
                time: time, thermal: max(0, random.below(40) - 36),
                isLowPower: random.below(50) == 0,
                latency: random.below(10) == 0 ? nil : 0.3 + 0.65 * Double(random.unit()))
            log.add(reading, policy.update(reading))
        }
        let decoded = try JSONDecoder().decode(LoadLog.self, from: JSONEncoder().encode(log))
        #expect(decoded == log)
        #expect(decoded.replayed() == log.entries.map(\.level))
        #expect(Set(log.entries.map(\.level)).count > 3, "the log must show different levels")
    }

    @Test("readings that go back or are not numbers change nothing") func hostileReadings() {
        var policy = LoadPolicy(device)
        policy.update(Reading(time: 10, thermal: 0, latency: 0.5))
        let before = policy
        for time: Double in [10, 9, -.infinity, .infinity, .nan] {
            policy.update(Reading(time: time, thermal: 3, latency: 9))
        }
        #expect(policy == before)
        for second in 11..<40 {
            policy.update(Reading(time: Double(second), thermal: -7, latency: .nan))
        }
        #expect(policy.level == policy.levels[0])
        policy.update(Reading(time: 40, thermal: .max, latency: .infinity))
        #expect(policy.level == policy.levels[1])
    }

    @Test("time in which nothing was read does not count") func silence() {
        var policy = LoadPolicy(device)
        _ = run(&policy, seconds: 1, thermal: 2)
        _ = run(&policy, from: 1, seconds: 10)
        #expect(run(&policy, from: 300, seconds: 60).allSatisfy { $0 == 1 })
    }
}

@Suite struct DeviceModelTests {
    @Test("models are compared as numbers") func order() throws {
        let names = ["iPhone9,1", "iPhone10,6", "iPhone14,2", "iPhone14,10", "iPhone100,1"]
        let models = try names.map { try #require(DeviceModel($0)) }
        #expect(models.sorted() == models)
        #expect(models.map(\.description) == names)
        #expect(names.sorted() != names)
    }

    @Test("other names are not models") func others() {
        for name in [
            "", "iPhone", "iPhone14", "14,2", "iPhone14,", "iPhone,2", "iPhone14,2,3", "x86_64",
            "iPhone-1,2", "iPhone 14,2", "iPhone99999999999999999999,1", "iPhone١,٢",
        ] {
            #expect(DeviceModel(name) == nil, "\(name)")
        }
    }
}

@Suite struct LatencyWindowTests {
    @Test("the percentile is that of the sorted last frames") func percentile() {
        var random = SplitMix64(seed: 5)
        var window = LatencyWindow(capacity: 40)
        var all: [Double] = []
        #expect(window.percentile95 == nil)
        for _ in 0..<300 {
            let latency = Double(random.below(30)) / 1000
            window.add(latency)
            all.append(latency)
            let last = all.suffix(40).sorted()
            #expect(window.count == last.count)
            // At least 95 % are at most this value, and fewer are below it.
            let value = window.percentile95 ?? -1
            #expect(last.count { $0 <= value } * 100 >= last.count * 95)
            #expect(last.count { $0 < value } * 100 < last.count * 95)
        }
        window.removeAll()
        #expect(window.percentile95 == nil)
    }

    @Test("latencies that are not ones are ignored") func hostile() {
        var window = LatencyWindow(capacity: 0)
        for latency: Double in [-1, .nan, .infinity, -.infinity] { window.add(latency) }
        #expect(window.count == 0)
        window.add(1)
        window.add(2)
        #expect(window.percentile95 == 2)
        #expect(LatencyWindow(capacity: .max).capacity == 100_000)
    }

    @Test("adding does not allocate", .enabled(if: Allocations.areCountedOptimized()))
    func allocations() {
        var window = LatencyWindow(capacity: 90)
        window.add(0)
        let count = Allocations.count {
            for index in 0..<500 { window.add(Double(index * 7919 % 100)) }
        }
        #expect(count == 0)
    }
}
