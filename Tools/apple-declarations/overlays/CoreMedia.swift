@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation

extension CMTime {
    public init(seconds: Double, preferredTimescale: CMTimeScale) { self.init() }
    public init(value: CMTimeValue, timescale: CMTimeScale) { self.init() }
    public var seconds: Double { 0 }
    public var isValid: Bool { true }
    public var isNumeric: Bool { true }
    public static func + (a: CMTime, b: CMTime) -> CMTime { a }
    public static func - (a: CMTime, b: CMTime) -> CMTime { a }
}
extension CMTime: @retroactive Comparable {
    public static func == (a: CMTime, b: CMTime) -> Bool { true }
    public static func < (a: CMTime, b: CMTime) -> Bool { false }
}
extension CMSampleBuffer {
    public var imageBuffer: CVImageBuffer? { nil }
    public var presentationTimeStamp: CMTime { CMTime() }
    public var formatDescription: CMFormatDescription? { nil }
}

// What MediaPipe's sample apps use.
public typealias CMPixelFormatType = FourCharCode
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0
