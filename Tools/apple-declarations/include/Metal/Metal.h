#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@protocol MTLBuffer, MTLCommandBuffer, MTLCommandQueue, MTLComputeCommandEncoder,
    MTLComputePipelineState, MTLDevice, MTLFunction, MTLLibrary, MTLTexture;

// MARK: MTLTypes, MTLPixelFormat, MTLResource

typedef struct {
    NSUInteger width, height, depth;
} MTLSize;

static inline MTLSize MTLSizeMake(NSUInteger width, NSUInteger height, NSUInteger depth) {
    MTLSize size = {width, height, depth};
    return size;
}

typedef NS_ENUM(NSUInteger, MTLPixelFormat) {
    MTLPixelFormatInvalid = 0,
    MTLPixelFormatR8Unorm = 10,
    MTLPixelFormatRG8Unorm = 30,
    MTLPixelFormatRGBA8Unorm = 70,
    MTLPixelFormatBGRA8Unorm = 80,
};

typedef NS_OPTIONS(NSUInteger, MTLResourceOptions) {
    MTLResourceCPUCacheModeWriteCombined = 1,
    MTLResourceStorageModePrivate = 2 << 4,
};

@protocol MTLResource <NSObject>
@property (nullable, copy, atomic) NSString *label;
@property (readonly) id<MTLDevice> device;
@end

@protocol MTLBuffer <MTLResource>
@property (readonly) NSUInteger length;
- (void *)contents;
@end

typedef NS_OPTIONS(NSUInteger, MTLTextureUsage) {
    MTLTextureUsageShaderRead = 0x0001,
    MTLTextureUsageShaderWrite = 0x0002,
};

@protocol MTLTexture <MTLResource>
@property (readonly) MTLPixelFormat pixelFormat;
@property (readonly) NSUInteger width;
@property (readonly) NSUInteger height;
@end

// MARK: MTLLibrary, MTLComputePipeline

@class MTLCompileOptions;

@protocol MTLFunction <NSObject>
@property (readonly) NSString *name;
@end

@protocol MTLLibrary <NSObject>
@property (readonly) NSArray<NSString *> *functionNames;
- (nullable id<MTLFunction>)newFunctionWithName:(NSString *)functionName
    NS_SWIFT_NAME(makeFunction(name:));
@end

@protocol MTLComputePipelineState <NSObject>
@property (readonly) NSUInteger maxTotalThreadsPerThreadgroup;
@property (readonly) NSUInteger threadExecutionWidth;
@end

// MARK: MTLCommandQueue, MTLCommandBuffer, MTLComputeCommandEncoder

@protocol MTLCommandQueue <NSObject>
@property (nullable, copy, atomic) NSString *label;
- (nullable id<MTLCommandBuffer>)commandBuffer NS_SWIFT_NAME(makeCommandBuffer());
@end

typedef NS_ENUM(NSUInteger, MTLCommandBufferStatus) {
    MTLCommandBufferStatusNotEnqueued = 0,
    MTLCommandBufferStatusEnqueued = 1,
    MTLCommandBufferStatusCommitted = 2,
    MTLCommandBufferStatusScheduled = 3,
    MTLCommandBufferStatusCompleted = 4,
    MTLCommandBufferStatusError = 5,
};

@protocol MTLCommandBuffer <NSObject>
@property (readonly) MTLCommandBufferStatus status;
@property (nullable, readonly) NSError *error;
- (nullable id<MTLComputeCommandEncoder>)computeCommandEncoder
    NS_SWIFT_NAME(makeComputeCommandEncoder());
- (void)commit;
- (void)waitUntilCompleted NS_SWIFT_DISABLE_ASYNC;
@end

@protocol MTLCommandEncoder <NSObject>
@property (nullable, copy, atomic) NSString *label;
- (void)endEncoding;
@end

@protocol MTLComputeCommandEncoder <MTLCommandEncoder>
- (void)setComputePipelineState:(id<MTLComputePipelineState>)state;
- (void)setBytes:(const void *)bytes
          length:(NSUInteger)length
         atIndex:(NSUInteger)index NS_SWIFT_NAME(setBytes(_:length:index:));
- (void)setBuffer:(nullable id<MTLBuffer>)buffer
           offset:(NSUInteger)offset
          atIndex:(NSUInteger)index NS_SWIFT_NAME(setBuffer(_:offset:index:));
- (void)setTexture:(nullable id<MTLTexture>)texture
           atIndex:(NSUInteger)index NS_SWIFT_NAME(setTexture(_:index:));
- (void)dispatchThreadgroups:(MTLSize)threadgroupsPerGrid
       threadsPerThreadgroup:(MTLSize)threadsPerThreadgroup;
@end

// MARK: MTLDevice

@protocol MTLDevice <NSObject>
@property (readonly) NSString *name;
- (nullable id<MTLCommandQueue>)newCommandQueue NS_SWIFT_NAME(makeCommandQueue());
- (nullable id<MTLBuffer>)newBufferWithLength:(NSUInteger)length
                                      options:(MTLResourceOptions)options
    NS_SWIFT_NAME(makeBuffer(length:options:));
- (nullable id<MTLLibrary>)newLibraryWithSource:(NSString *)source
                                        options:(nullable MTLCompileOptions *)options
                                          error:(NSError **)error
    NS_SWIFT_NAME(makeLibrary(source:options:));
- (nullable id<MTLComputePipelineState>)newComputePipelineStateWithFunction:
                                            (id<MTLFunction>)computeFunction
                                                                      error:(NSError **)error
    NS_SWIFT_NAME(makeComputePipelineState(function:));
@end

FOUNDATION_EXPORT id<MTLDevice> _Nullable MTLCreateSystemDefaultDevice(void) NS_RETURNS_RETAINED;

NS_ASSUME_NONNULL_END
