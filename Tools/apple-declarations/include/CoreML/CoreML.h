#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

// MARK: MLMultiArray

typedef NS_ENUM(NSInteger, MLMultiArrayDataType) {
    MLMultiArrayDataTypeFloat32 = 0x10000 | 32,
} API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0));

API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0))
@interface MLMultiArray : NSObject <NSSecureCoding>
@property(readonly, nonatomic) void *dataPointer;
@property(readonly, nonatomic) MLMultiArrayDataType dataType;
@property(readonly, nonatomic) NSArray<NSNumber *> *shape;
@property(readonly, nonatomic) NSArray<NSNumber *> *strides;
- (nullable instancetype)initWithDataPointer:(void *)dataPointer
                                       shape:(NSArray<NSNumber *> *)shape
                                    dataType:(MLMultiArrayDataType)dataType
                                     strides:(NSArray<NSNumber *> *)strides
                                 deallocator:(void (^_Nullable)(void *bytes))deallocator
                                       error:(NSError **)error;
@end

// MARK: MLFeatureValue, MLFeatureProvider

API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0))
@interface MLFeatureValue : NSObject <NSCopying, NSSecureCoding>
@property(readonly, nullable, nonatomic) MLMultiArray *multiArrayValue;
@end

API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0))
@protocol MLFeatureProvider
- (nullable MLFeatureValue *)featureValueForName:(NSString *)featureName
    NS_SWIFT_NAME(featureValue(for:));
@end

API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0))
@interface MLDictionaryFeatureProvider : NSObject <MLFeatureProvider, NSSecureCoding>
- (nullable instancetype)initWithDictionary:(NSDictionary<NSString *, id> *)dictionary
                                      error:(NSError **)error;
@end

// MARK: MLModel

typedef NS_ENUM(NSInteger, MLComputeUnits) {
    MLComputeUnitsCPUAndGPU = 1,
    MLComputeUnitsAll = 2,
} API_AVAILABLE(macos(10.14), ios(12.0), tvos(12.0));

API_AVAILABLE(macos(10.14), ios(12.0), tvos(12.0))
@interface MLModelConfiguration : NSObject <NSCopying, NSSecureCoding>
@property(readwrite) MLComputeUnits computeUnits;
@end

API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0))
@interface MLPredictionOptions : NSObject
@property(copy) NSDictionary<NSString *, id> *outputBackings
    API_AVAILABLE(macos(11.0), ios(16.0), tvos(16.0));
@end

API_AVAILABLE(macos(10.13), ios(11.0), tvos(11.0))
@interface MLModel : NSObject
+ (nullable instancetype)modelWithContentsOfURL:(NSURL *)url
                                  configuration:(MLModelConfiguration *)configuration
                                          error:(NSError **)error
    API_AVAILABLE(macos(10.14), ios(12.0), tvos(12.0));
- (nullable id<MLFeatureProvider>)predictionFromFeatures:(id<MLFeatureProvider>)input
                                                 options:(MLPredictionOptions *)options
                                                   error:(NSError **)error
    NS_SWIFT_NAME(prediction(from:options:));
+ (nullable NSURL *)compileModelAtURL:(NSURL *)modelURL
                                error:(NSError **)error
    API_DEPRECATED("Use compileModelAtURL:completionHandler: instead.", macos(10.13, 13.0),
                   ios(11.0, 16.0), tvos(14.0, 16.0));
@end

NS_ASSUME_NONNULL_END
