import LandmarkCore
import LandmarkGraph

extension CalculatorRegistry {
    /// Registers MediaPipe's calculators for detections, landmarks, regions, tensors and drawing, under
    /// MediaPipe's names.
    mutating func registerMediaPipeCalculators() {
        registerLists()
        register("FromImageCalculator", ImageConversionCalculator.self)
        register("ToImageCalculator", ImageConversionCalculator.self)
        register("ThresholdingCalculator", ThresholdingCalculator.self)
        register("ImageToTensorCalculator", ImageToTensorCalculator.self)
        register("InferenceCalculator", InferenceCalculator.self)
        register("SsdAnchorsCalculator", SsdAnchorsCalculator.self)
        register("TensorsToDetectionsCalculator", TensorsToDetectionsCalculator.self)
        register("TensorsToFloatsCalculator", TensorsToFloatsCalculator.self)
        register("TensorsToLandmarksCalculator", TensorsToLandmarksCalculator.self)
        register("NonMaxSuppressionCalculator", NonMaxSuppressionCalculator.self)
        register("DetectionLetterboxRemovalCalculator", DetectionLetterboxRemovalCalculator.self)
        register("DetectionProjectionCalculator", DetectionProjectionCalculator.self)
        register("DetectionsToRectsCalculator", DetectionsToRectsCalculator.self)
        register("LandmarkLetterboxRemovalCalculator", LandmarkLetterboxRemovalCalculator.self)
        register("LandmarkProjectionCalculator", LandmarkProjectionCalculator.self)
        register("WorldLandmarkProjectionCalculator", WorldLandmarkProjectionCalculator.self)
        register("LandmarksToDetectionCalculator", LandmarksToDetectionCalculator.self)
        register("RectTransformationCalculator", RectTransformationCalculator.self)
        register("DetectionsToRenderDataCalculator", DetectionsToRenderDataCalculator.self)
        register("LandmarksToRenderDataCalculator", LandmarksToRenderDataCalculator.self)
        register("RectToRenderDataCalculator", RectToRenderDataCalculator.self)
        register("AnnotationOverlayCalculator", AnnotationOverlayCalculator.self)
    }

    private mutating func registerLists() {
        register("SplitDetectionVectorCalculator", SplitVectorCalculator<DetectionBox>.self)
        register("SplitLandmarkListCalculator", SplitVectorCalculator<WorldLandmark>.self)
        register("SplitNormalizedLandmarkListCalculator", SplitVectorCalculator<Landmark>.self)
        register(
            "SplitNormalizedLandmarkListVectorCalculator", SplitVectorCalculator<[Landmark]>.self)
        register("SplitNormalizedRectVectorCalculator", SplitVectorCalculator<NormalizedRect>.self)
        register("SplitTensorVectorCalculator", SplitVectorCalculator<GraphTensor>.self)
        register(
            "SplitClassificationListVectorCalculator", SplitVectorCalculator<HandednessScore>.self)
        register(
            "ConcatenateDetectionVectorCalculator", ConcatenateVectorCalculator<DetectionBox>.self)
        register("ConcatenateTensorVectorCalculator", ConcatenateVectorCalculator<GraphTensor>.self)
        register("ConcatenateFloatVectorCalculator", ConcatenateVectorCalculator<Float>.self)
        register(
            "ConcatenateNormalizedLandmarkListCalculator",
            ConcatenateVectorCalculator<Landmark>.self)
        register(
            "ConcatenateNormalizedLandmarkListVectorCalculator",
            ConcatenateVectorCalculator<[Landmark]>.self)
        register(
            "ConcatenateRenderDataVectorCalculator", ConcatenateVectorCalculator<RenderData>.self)
        register("ClipDetectionVectorSizeCalculator", ClipVectorSizeCalculator<DetectionBox>.self)
        register(
            "ClipNormalizedRectVectorSizeCalculator", ClipVectorSizeCalculator<NormalizedRect>.self)
        register(
            "NormalizedRectVectorHasMinSizeCalculator", HasMinSizeCalculator<NormalizedRect>.self)
        register(
            "NormalizedLandmarkListVectorHasMinSizeCalculator",
            HasMinSizeCalculator<[Landmark]>.self)
        register(
            "ClassificationListVectorHasMinSizeCalculator",
            HasMinSizeCalculator<HandednessScore>.self)
        register("BeginLoopDetectionCalculator", BeginLoopCalculator<DetectionBox>.self)
        register("BeginLoopNormalizedRectCalculator", BeginLoopCalculator<NormalizedRect>.self)
        register(
            "BeginLoopNormalizedLandmarkListVectorCalculator",
            BeginLoopCalculator<[Landmark]>.self)
        register("EndLoopDetectionCalculator", EndLoopCalculator<DetectionBox>.self)
        register("EndLoopNormalizedRectCalculator", EndLoopCalculator<NormalizedRect>.self)
        register(
            "EndLoopNormalizedLandmarkListVectorCalculator", EndLoopCalculator<[Landmark]>.self)
        register("EndLoopRenderDataCalculator", EndLoopCalculator<RenderData>.self)
    }
}
