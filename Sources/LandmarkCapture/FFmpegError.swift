import CFFmpeg

/// An error of one of FFmpeg's functions.
struct FFmpegError: Error {
    let code: Int32

    /// The operating system's error number behind it, if that is what it is.
    var systemCode: Int32? {
        let code = lk_system_error(code)
        return code == 0 ? nil : code
    }

    /// FFmpeg's words for it.
    var message: String {
        var text = [CChar](repeating: 0, count: 128)
        guard av_strerror(code, &text, text.count) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
