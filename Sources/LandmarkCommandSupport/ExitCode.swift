/// What the command tells the shell.
package enum ExitCode: Int32 {
    /// Everything was done.
    case done = 0
    /// The work failed: a bad file, a bad model, an output that cannot be written.
    case failed = 1
    /// The command line was wrong.
    case usage = 2
    /// Ctrl-C; what was written is whole.
    case interrupted = 130
}
