@_exported import CoreVideo
@_exported import Foundation

@available(*, unavailable)
extension CVBuffer: @unchecked Sendable {}
