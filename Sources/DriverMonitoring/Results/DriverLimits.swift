/// Limits of the rules, for whoever draws what they judge or hands them something.
package enum DriverLimits {
    /// Eyes are closed up to this openness.
    package static let closedEyes = ClosureMachine.deepOpenness
    /// From this PERCLOS of a minute on drivers are called drowsy.
    package static let drowsyPerclos = ScoreMachine.drowsyPerclos
    /// From this opening on a mouth may be that of a yawn.
    package static let openMouth = YawnMachine.startOpening
    /// Beyond this yaw to either side, in degrees, a driver looks off the road.
    package static let yaw = OffRoadMachine.yaw
    /// Below this pitch, in degrees, a driver looks off the road.
    package static let pitch = OffRoadMachine.pitch
    /// Speeds of vehicles in km/h, whichever way they go; any other is unknown.
    package static let speeds = 0.0...1000
}
