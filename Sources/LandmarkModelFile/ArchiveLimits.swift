/// What a zip archive may ask for before it is taken for a trap.
enum ArchiveLimits {
    static let entries = 4096
    /// Bytes of one entry that has to be inflated.
    static let inflatedEntry = 256 << 20
    /// Bytes of all entries that have to be inflated.
    static let inflatedTotal = 512 << 20
    /// Bytes out for each byte in, above ``smallEntry``; weights hardly compress at all.
    static let expansion = 100
    static let smallEntry = 1 << 20
}
