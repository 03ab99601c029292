import LandmarkCapture
import LandmarkImaging
import LandmarkSystem

/// Who reads the outputs of a run: a pipe's reader may go while other outputs are still wanted.
package final class Readers {
    private var count: Int

    /// So many outputs are read.
    package init(of count: Int = 1) {
        self.count = count
    }

    /// Notes that nobody reads one of the outputs any more. The run goes on without it, or, where it
    /// was the last, ends quietly: with `CommandError.brokenPipe`.
    package func leave() throws(CommandError) {
        count -= 1
        if count <= 0 { throw .brokenPipe }
    }

    /// Does `work`, which writes one of the outputs; false when its reader has gone and the others
    /// are there.
    package func stay(for work: () throws -> Void) throws -> Bool {
        do { try work() } catch {
            guard Self.isBrokenPipe(error) else { throw error }
            try leave()
            return false
        }
        return true
    }

    private static func isBrokenPipe(_ error: any Error) -> Bool {
        switch error {
        case CaptureError.writeFailed(_, let code), ImagingError.writeFailed(_, let code):
            SystemError(code: code).cause == .brokenPipe
        case CommandError.brokenPipe: true
        default: false
        }
    }
}
