import Foundation
import LandmarkCore
import Testing

@Suite struct ThermalZonesTests {
    /// Writes files of zones, like those of the kernel, and removes them afterwards.
    private func withZones(
        _ zones: [[String: String]], _ body: (ThermalZones) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("thermal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, files) in zones.enumerated() {
            let zone = folder.appendingPathComponent("thermal_zone\(index)")
            try FileManager.default.createDirectory(at: zone, withIntermediateDirectories: true)
            for (name, text) in files {
                try Data(text.utf8).write(to: zone.appendingPathComponent(name))
            }
        }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("cooling_device0"), withIntermediateDirectories: true)
        try body(ThermalZones(folder: folder.path))
    }

    private func processor(_ temperature: Int) -> [String: String] {
        [
            "type": "x86_pkg_temp\n", "temp": "\(temperature)\n",
            "trip_point_0_type": "critical\n", "trip_point_0_temp": "105000\n",
            "trip_point_1_type": "passive\n", "trip_point_1_temp": "90000\n",
            "trip_point_2_type": "active\n", "trip_point_2_temp": "40000\n",
        ]
    }

    @Test(
        "levels follow the kernel's trip points",
        arguments: [
            (45000, 0), (79999, 0), (80000, 1), (89999, 1), (90000, 2), (99999, 2), (100000, 3),
        ])
    func levels(temperature: Int, level: Int) throws {
        try withZones([processor(temperature)]) { zones in
            #expect(zones.level() == level)
            #expect(zones.zones().map(\.type) == ["x86_pkg_temp"])
            #expect(zones.zones().first?.temperature == Double(temperature) / 1000)
        }
    }

    @Test("the hottest zone counts, and zones without limits have those of processors")
    func hottestZone() throws {
        try withZones([processor(50000), ["temp": "86000\n"], ["temp": "30000"]]) {
            #expect($0.level() == 2)
            #expect($0.zones().count == 3)
        }
        let onlyCritical = [
            "temp": "96000", "trip_point_0_type": "critical", "trip_point_0_temp": "110000",
        ]
        try withZones([onlyCritical]) { #expect($0.level() == 2) }
    }

    @Test("readings that are not temperatures are skipped") func implausible() throws {
        let readings = ["0", "-274000", "", "warm", "999999999", "99999999999999999999", "\u{0}"]
        try withZones(readings.map { ["temp": $0] } + [["type": "no temp"]]) {
            #expect($0.level() == nil)
        }
    }

    @Test("a system without zones has no level") func absent() throws {
        #expect(ThermalZones(folder: "/nonexistent").level() == nil)
        try withZones([]) { #expect($0.level() == nil) }
        // Reading works, whatever this machine has.
        let level = ThermalZones().level()
        #expect(level.map { (0...3).contains($0) } ?? true)
    }
}
