extension String {
    /// `part` again and again, with a number for each `#`, up to so many bytes.
    static func many(_ part: String, _ bytes: Int = 500_000) -> String {
        var text = ""
        let pieces = part.split(separator: "#", omittingEmptySubsequences: false)
        for index in 0... where text.utf8.count < bytes {
            text += pieces.joined(separator: "\(index)")
            if text.utf8.count >= bytes { break }
        }
        return text
    }
}
