import LandmarkCapture
import LandmarkImaging

extension CommandError {
    /// An error of an output, told as a broken pipe where the reader of a picture or video has gone.
    static func tellingBrokenPipes(_ error: any Error) -> any Error {
        let code: Int32? =
            switch error {
            case CaptureError.writeFailed(_, let code): code
            case ImagingError.writeFailed(_, let code): code
            default: nil
            }
        guard let code, SystemError(code: code).isBrokenPipe else { return error }
        return CommandError.brokenPipe
    }
}
