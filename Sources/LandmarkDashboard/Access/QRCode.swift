#if os(Linux)
import CQRCode

/// A text as a QR code, which phones read with their cameras.
package struct QRCode: Sendable {
    /// The rows from the top; true for a dark module. There is no margin.
    package let rows: [[Bool]]

    /// - Returns: nil without libqrencode, and for more text than a code can hold.
    package init?(_ text: String) {
        // The largest code has 177 modules per side.
        var modules = [UInt8](repeating: 0, count: 177 * 177)
        let width = Int(lk_qrcode_encode(text, &modules, modules.count))
        guard width > 0 else { return nil }
        rows = (0..<width).map { row in modules[(row * width)..<(row + 1) * width].map { $0 != 0 } }
    }

    /// The code for a terminal, black on white whatever its colors, with two rows of modules per line and the
    /// margin that readers need.
    package var terminalText: String {
        let margin = 2
        let side = rows.count + 2 * margin
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - margin, column - margin)
            return rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
        }
        return stride(from: 0, to: side, by: 2).map { row in
            let line = (0..<side).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1b}[30;107m\(line.joined())\u{1b}[0m\n"
        }.joined()
    }
}
#endif
