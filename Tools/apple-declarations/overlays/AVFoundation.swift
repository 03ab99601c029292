@_exported import AVFoundation
public import Dispatch

extension AVCaptureVideoDataOutput {
    public func setSampleBufferDelegate(
        _ d: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
    ) {}
}
extension AVCaptureDeviceInput {
    public convenience init(device: AVCaptureDevice) throws { self.init() }
}
extension AVCaptureDevice { public func lockForConfiguration() throws {} }
