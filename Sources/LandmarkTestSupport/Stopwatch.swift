import LandmarkCore

/// The seconds that `work` takes; `ContinuousClock` needs iOS 16.
package func seconds(of work: () throws -> Void) rethrows -> Double {
    let start = MonotonicTime.now
    try work()
    return start.elapsedSeconds
}
