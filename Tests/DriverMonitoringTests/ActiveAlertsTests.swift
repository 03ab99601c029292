import DriverMonitoring
import Testing

@Suite("Active alerts")
struct ActiveAlertsTests {
    @Test func theMostUrgentComesFirstHoweverTheyWereTurnedOn() {
        var alerts = ActiveAlerts([.distractionShort, .sleep, .fatigue])
        #expect(Array(alerts) == [.sleep, .fatigue, .distractionShort])
        alerts.remove(.sleep)
        alerts.insert(.unresponsive)
        #expect(Array(alerts) == [.unresponsive, .fatigue, .distractionShort])
        #expect(alerts.contains(.fatigue) && !alerts.contains(.sleep))
    }

    @Test func allOfThemCanBeOn() {
        #expect(Array(ActiveAlerts(DriverAlert.allCases.reversed())) == DriverAlert.allCases)
        #expect(ActiveAlerts().isEmpty)
    }
}
