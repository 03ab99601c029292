// Importing this module also imports the modules that MediaPipe's headers import, so an app needs no other
// import for the types in its calls.

@_exported public import Foundation

#if canImport(CoreGraphics)
@_exported public import CoreGraphics
#endif
#if canImport(CoreMedia)
@_exported public import CoreMedia
#endif
#if canImport(CoreVideo)
@_exported public import CoreVideo
#endif
#if canImport(UIKit)
@_exported public import UIKit
#endif
