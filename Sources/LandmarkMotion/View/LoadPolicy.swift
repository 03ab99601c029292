/// Decides model, delegate, threads and frame rate from the device's load.
public struct LoadPolicy: Sendable, Hashable {}
