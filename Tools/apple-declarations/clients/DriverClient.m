// The part of an app between camera and user interface, in Objective-C.

@import CoreMedia;
@import CoreVideo;
@import Foundation;

@import DriverMonitoringGraph;

@interface DriverClient : NSObject <MPPGraphDelegate>
@property(nonatomic, strong, nullable) MPPGraph *graph;
@property(nonatomic) float score;
@property(nonatomic, copy, nullable) NSString *message;
@end

@implementation DriverClient

- (BOOL)loadGraphAtPath:(NSString *)path {
    self.graph = [[MPPGraph alloc] initWithGraphPath:path];
    if (self.graph == nil) {
        self.message = [MPPGraph.initializationError localizedDescription];
        return NO;
    }
    self.graph.delegate = self;
    self.graph.rotation = 90;
    self.graph.resultHandler = ^(DMSResult *_Nullable result, NSError *_Nullable error) {
        (void)result.confidence;
        (void)error.code;
    };
    return YES;
}

- (nullable MPPGraph *)graphAtPath:(NSString *)path error:(NSError **)error {
    return [[MPPGraph alloc] initWithGraphPath:path modelFolder:nil error:error];
}

- (void)processPixelBuffer:(CVPixelBufferRef)pixels at:(CMTime)time {
    DMSResult *result = [self.graph processPixelBuffer:pixels presentationTime:time];
    if (result != nil) {
        self.score = result.fatigueScore;
    } else if (self.graph.lastError.code == DMSErrorCodePixelFormat) {
        self.message = self.graph.lastError.localizedDescription;
    }
}

- (void)processSampleBuffer:(CMSampleBufferRef)sample {
    [self.graph processSampleBuffer:sample];
}

- (void)stop {
    [self.graph close];
    self.graph = nil;
}

- (void)graph:(MPPGraph *)graph didOutputResult:(DMSResult *)result {
    NSInteger level = result.fatigueLevel;
    if (result.isAlert && level >= 3) self.message = [result.alerts firstObject];
    if (!result.isLevelKnown) self.message = result.eyesUnreadableReason;
    NSTimeInterval seconds = result.timestamp;
    NSInteger milliseconds = result.timestampInMilliseconds;
    (void)seconds;
    (void)milliseconds;
}

- (void)graph:(MPPGraph *)graph didFailWithError:(NSError *)error {
    self.message = error.localizedDescription;
}

@end
