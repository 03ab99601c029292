// A client of the bridge that the articles on driver monitoring with MediaPipe graphs print: their names,
// parameters and types.

@import CoreMedia;
@import CoreVideo;
@import Foundation;

@import DriverMonitoringGraph;

@interface DriverSeries : NSObject
@property(nonatomic, strong) MPPGraph *graph;
@property(nonatomic, strong) DMSResult *latestResult;
@end

@implementation DriverSeries

- (instancetype)initWithPath:(NSString *)graphPath {
    self = [super init];
    if (self) {
        _graph = [[MPPGraph alloc] initWithGraphPath:graphPath];
        _latestResult = [[DMSResult alloc] init];
    }
    return self;
}

- (DMSResult *)processPixelBuffer:(CVPixelBufferRef)pixelBuffer timestamp:(uint64_t)timestamp {
    DMSResult *result = [self.graph processPixelBuffer:pixelBuffer timestamp:timestamp];
    return result;
}

- (DMSResult *)processSampleBuffer:(CMSampleBufferRef)sampleBuffer {
    return [self.graph processSampleBuffer:sampleBuffer];
}

- (BOOL)warns {
    float score = self.latestResult.fatigueScore;
    float confidence = self.latestResult.confidence;
    NSInteger level = self.latestResult.fatigueLevel;
    BOOL isAlert = self.latestResult.isAlert;
    return isAlert || (level > 2 && score > 60.0f && confidence > 0.5f);
}

- (void)close {
    [self.graph close];
}

@end
