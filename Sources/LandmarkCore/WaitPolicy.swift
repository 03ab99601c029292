/// How the threads of a pool wait for work, like OpenMP's `OMP_WAIT_POLICY`.
///
/// Results do not depend on it.
public enum WaitPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Threads busy-wait for up to 2 ms while a frame is processed: the shortest latency, for machines
    /// with power and processors to spare.
    case active
    /// Threads busy-wait for up to 50 µs and then sleep, so that a processor can idle between the
    /// networks of a frame: for phones and tablets, which slow down when they get hot.
    case passive

    /// The default on this system: passive on iOS, tvOS and visionOS, otherwise active.
    public static var usual: WaitPolicy {
        #if os(iOS) || os(tvOS) || os(visionOS)
        .passive
        #else
        .active
        #endif
    }
}
