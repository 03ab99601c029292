import LandmarkCommandSupport
import LandmarkTasks

extension LandmarkTaskOptions {
    /// Sets the running mode, and the threads of one of several jobs, unless `--threads` sets them.
    mutating func prepare(for mode: RunningMode, _ arguments: Arguments, jobs: Int) {
        if !arguments.has("--threads") { threads = max(1, threads / jobs) }
        runningMode = mode
    }
}
