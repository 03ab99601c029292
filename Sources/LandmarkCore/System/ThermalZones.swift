/// The temperatures that the Linux kernel reports in `/sys/class/thermal`.
///
/// The level follows the kernel's own limits of each zone, its trip points: 3 (critical) at 5 °C
/// below the first of type `hot` or `critical`, 2 (serious) at the first of type `passive`, where
/// the kernel begins to slow the processor, 1 (fair) from 10 °C below serious. Without a passive
/// trip point, serious is 15 °C below critical; zones without either have limits of 85 and 100 °C.
/// The hottest zone counts. Readings that cannot be temperatures of a running machine (not between
/// 1 and 150 °C, as some firmware reports) and zones that cannot be read are skipped.
package struct ThermalZones: Sendable {
    /// A temperature and its limits, in degrees Celsius.
    package struct Zone: Sendable, Hashable {
        package let type: String
        package let temperature: Double
        package let serious: Double
        package let critical: Double

        /// 0 nominal, 1 fair, 2 serious, 3 critical.
        package var level: Int {
            if temperature >= critical { return 3 }
            if temperature >= serious { return 2 }
            return temperature >= serious - ThermalZones.fairMargin ? 1 : 0
        }
    }

    private static let fairMargin = 10.0
    private static let criticalMargin = 5.0
    private static let seriousMargin = 15.0
    private static let defaultSerious = 85.0
    private static let defaultCritical = 100.0
    private static let plausible = 1.0...150.0
    /// No kernel has more trip points per zone.
    private static let mostTripPoints = 16

    private let folder: String

    /// - Parameter folder: The folder where the kernel lists its zones.
    package init(folder: String = "/sys/class/thermal") { self.folder = folder }

    /// Returns all zones with a plausible temperature at present; empty if the system shows none.
    package func zones() -> [Zone] {
        let names = (try? FileSystem.names(in: folder)) ?? []
        return names.lazy.filter { $0.hasPrefix("thermal_zone") }.compactMap(zone)
    }

    /// The highest level of all zones; nil if the system shows no temperature.
    package func level() -> Int? { zones().map(\.level).max() }

    private func zone(_ name: String) -> Zone? {
        let path = Path.join(folder, name)
        guard let temperature = degrees(path, "temp"), Self.plausible.contains(temperature)
        else { return nil }
        var passive: Double?
        var critical: Double?
        for point in 0..<Self.mostTripPoints {
            guard let type = text(path, "trip_point_\(point)_type") else { break }
            guard let limit = degrees(path, "trip_point_\(point)_temp"),
                Self.plausible.contains(limit)
            else { continue }
            switch type {
            case "passive": passive = min(passive ?? limit, limit)
            case "hot", "critical": critical = min(critical ?? limit, limit)
            default: break
            }
        }
        let serious = passive ?? critical.map { $0 - Self.seriousMargin } ?? Self.defaultSerious
        return Zone(
            type: text(path, "type") ?? name, temperature: temperature, serious: serious,
            critical: max(serious, (critical ?? Self.defaultCritical) - Self.criticalMargin))
    }

    /// Reads thousandths of a degree from a file and returns degrees.
    private func degrees(_ folder: String, _ name: String) -> Double? {
        text(folder, name).flatMap { Int($0) }.map { Double($0) / 1000 }
    }

    /// Returns a file's text without its line ending.
    private func text(_ folder: String, _ name: String) -> String? {
        guard let bytes = try? FileSystem.read(Path.join(folder, name), atMost: 64) else {
            return nil
        }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
