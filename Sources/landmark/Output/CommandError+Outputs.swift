import LandmarkCapture

extension CommandError {
    /// An error of a run, told as a broken pipe where a video's reader has gone.
    static func tellingBrokenPipes(_ error: any Error) -> any Error {
        guard case CaptureError.writeFailed(_, let code) = error,
            SystemError(code: code).isBrokenPipe
        else { return error }
        return CommandError.brokenPipe
    }
}
