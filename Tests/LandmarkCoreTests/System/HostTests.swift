import LandmarkCore
import LandmarkTestSupport
import Testing

@Suite("The machine")
struct HostTests {
    /// Writes what Linux reports of processors; nil is a processor without a capacity.
    private func performanceCores(_ capacities: [String?]) throws -> Int? {
        let folder = try TemporaryFolder()
        for (index, capacity) in capacities.enumerated() {
            try FileSystem.makeFolder(folder.path("cpu\(index)"))
            guard let capacity else { continue }
            _ = try folder.put(Array(capacity.utf8), as: "cpu\(index)/cpu_capacity")
        }
        return Host.performanceCores(in: folder.path(""), of: capacities.count)
    }

    @Test("fast cores are told from slow ones by their capacity")
    func capacities() throws {
        // A Raspberry Pi, where all are the same.
        #expect(try performanceCores(["1024\n", "1024\n", "1024\n", "1024\n"]) == 4)
        // Four Cortex-A55 and four Cortex-A76, as in an RK3588.
        let slow = [String](repeating: "530\n", count: 4)
        #expect(try performanceCores(slow + [String](repeating: "1024\n", count: 4)) == 4)
        // One fast, three nearly as fast, four slow.
        #expect(try performanceCores(["1024", "860", "860", "860", "300", "300"]) == 4)
    }

    @Test("without capacities nothing is known")
    func unknown() throws {
        #expect(try performanceCores([nil, nil]) == nil)
        #expect(try performanceCores(["1024", nil]) == nil)
        #expect(try performanceCores(["fast"]) == nil)
        #expect(try performanceCores(["0"]) == nil)
        #expect(try performanceCores([]) == nil)
    }
}
