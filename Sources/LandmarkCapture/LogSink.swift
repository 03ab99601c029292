import CFFmpeg
import LandmarkCore
import Synchronization

/// Takes FFmpeg's messages about one file or codec: to a logger, and the last complaint to memory.
final class LogSink {
    /// What C keeps a pointer to.
    private final class Receiver: Sendable {
        let logger: Logger
        let lastError = Mutex<String?>(nil)
        let cutOff = Mutex<String?>(nil)

        init(_ logger: Logger) { self.logger = logger }
    }

    let handle: OpaquePointer
    private let receiver: Receiver

    init(_ logger: Logger) throws(CaptureError) {
        try CaptureLibraries.load()
        receiver = Receiver(logger)
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        let handle = lk_log_sink_open(
            { context, level, message in
                guard let context, let message else { return }
                let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
                let text = String(cString: message)
                if level <= AV_LOG_ERROR { receiver.lastError.withLock { $0 = text } }
                if text.hasSuffix("ended prematurely") {
                    receiver.cutOff.withLock { $0 = text }
                }
                receiver.logger.log(level <= AV_LOG_WARNING ? .warning : .debug, text)
            }, context)
        guard let handle else { throw .outOfMemory }
        self.handle = handle
    }

    /// Its owner closes first what sends messages here.
    deinit { lk_log_sink_close(handle) }

    /// What Matroska's reader says of a file that is cut off, which it calls no error. It may say
    /// so when the file is opened: it reads ahead.
    var cutOff: String? { receiver.cutOff.withLock { $0 } }

    /// The last complaint since this was asked before.
    func takeError() -> String? {
        receiver.lastError.withLock { error in
            defer { error = nil }
            return error
        }
    }
}
