import LandmarkCore
import LandmarkGraph

extension CalculatorRegistry {
    /// Registers MediaPipe's calculators for detections, landmarks, regions, tensors and drawing, under
    /// MediaPipe's names.
    mutating func registerMediaPipeCalculators() {
        registerLists()
        registerLandmarkCalculators()
        registerTfLiteCalculators()
        registerGPUCalculators()
        register("FromImageCalculator", ImageConversionCalculator.self)
        register("ToImageCalculator", ImageConversionCalculator.self)
        register("ImageCroppingCalculator", ImageCroppingCalculator.self)
        register("ThresholdingCalculator", ThresholdingCalculator.self)
        register("ImageToTensorCalculator", ImageToTensorCalculator.self)
        register("InferenceCalculator", InferenceCalculator.self)
        register("ResourceProviderCalculator", ResourceProviderCalculator.self)
        register("TfLiteModelCalculator", TfLiteModelCalculator.self)
        register("TfLiteCustomOpResolverCalculator", TfLiteCustomOpResolverCalculator.self)
        register("SsdAnchorsCalculator", SsdAnchorsCalculator.self)
        register("TensorsToDetectionsCalculator", TensorsToDetectionsCalculator.self)
        register("TensorsToFloatsCalculator", TensorsToFloatsCalculator.self)
        register("TensorsToLandmarksCalculator", TensorsToLandmarksCalculator.self)
        register("TensorsToClassificationCalculator", TensorsToClassificationCalculator.self)
        register("TensorsToSegmentationCalculator", TensorsToSegmentationCalculator.self)
        register("SegmentationSmoothingCalculator", SegmentationSmoothingCalculator.self)
        register("InverseMatrixCalculator", InverseMatrixCalculator.self)
        register("WarpAffineCalculator", WarpAffineCalculator.self)
        register("NonMaxSuppressionCalculator", NonMaxSuppressionCalculator.self)
        register("DetectionLetterboxRemovalCalculator", DetectionLetterboxRemovalCalculator.self)
        register("DetectionProjectionCalculator", DetectionProjectionCalculator.self)
        register("DetectionLabelIdToTextCalculator", DetectionLabelIdToTextCalculator.self)
        register("DetectionsToRectsCalculator", DetectionsToRectsCalculator.self)
        register(DetectionsToRectsCalculator.alignmentName, DetectionsToRectsCalculator.self)
        register(DetectionsToRectsCalculator.handName, DetectionsToRectsCalculator.self)
        register("AssociationNormRectCalculator", AssociationNormRectCalculator.self)
        register("RectTransformationCalculator", RectTransformationCalculator.self)
        register("DetectionsToRenderDataCalculator", DetectionsToRenderDataCalculator.self)
        register("LandmarksToRenderDataCalculator", LandmarksToRenderDataCalculator.self)
        register(
            LandmarksToRenderDataCalculator.faceName, LandmarksToRenderDataCalculator.self)
        register("IrisToRenderDataCalculator", IrisToRenderDataCalculator.self)
        register("LabelsToRenderDataCalculator", LabelsToRenderDataCalculator.self)
        register("RectToRenderDataCalculator", RectToRenderDataCalculator.self)
        register("RectToRenderScaleCalculator", RectToRenderScaleCalculator.self)
        register("AnnotationOverlayCalculator", AnnotationOverlayCalculator.self)
    }

    private mutating func registerLandmarkCalculators() {
        register("HandLandmarksToRectCalculator", HandLandmarksToRectCalculator.self)
        register("LandmarkLetterboxRemovalCalculator", LandmarkLetterboxRemovalCalculator.self)
        register("LandmarkProjectionCalculator", LandmarkProjectionCalculator.self)
        register("LandmarkVisibilityCalculator", LandmarkVisibilityCalculator.self)
        register("LandmarksRefinementCalculator", LandmarksRefinementCalculator.self)
        register("LandmarksSmoothingCalculator", LandmarksSmoothingCalculator.self)
        register("LandmarksToDetectionCalculator", LandmarksToDetectionCalculator.self)
        register(
            "RefineLandmarksFromHeatmapCalculator", RefineLandmarksFromHeatmapCalculator.self)
        register("RoiTrackingCalculator", RoiTrackingCalculator.self)
        register("SetLandmarkVisibilityCalculator", SetLandmarkVisibilityCalculator.self)
        register("UpdateFaceLandmarksCalculator", UpdateFaceLandmarksCalculator.self)
        register("VisibilityCopyCalculator", VisibilityCopyCalculator.self)
        register("VisibilitySmoothingCalculator", VisibilitySmoothingCalculator.self)
        register("WorldLandmarkProjectionCalculator", WorldLandmarkProjectionCalculator.self)
    }

    /// Registers the tensor calculators under the older names of MediaPipe's first TensorFlow Lite
    /// interface.
    private mutating func registerTfLiteCalculators() {
        register("TfLiteConverterCalculator", TfLiteConverterCalculator.self)
        register("TfLiteInferenceCalculator", InferenceCalculator.self)
        register(
            "TfLiteTensorsToClassificationCalculator", TensorsToClassificationCalculator.self)
        register("TfLiteTensorsToDetectionsCalculator", TensorsToDetectionsCalculator.self)
        register("TfLiteTensorsToFloatsCalculator", TensorsToFloatsCalculator.self)
        register("TfLiteTensorsToLandmarksCalculator", TensorsToLandmarksCalculator.self)
        register("SplitTfLiteTensorVectorCalculator", SplitVectorCalculator<GraphTensor>.self)
        register(
            "ConcatenateTfLiteTensorVectorCalculator",
            ConcatenateVectorCalculator<GraphTensor>.self)
        register("EndLoopTfLiteTensorCalculator", EndLoopCalculator<GraphTensor>.self)
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
            "SplitClassificationListVectorCalculator", SplitVectorCalculator<[Classification]>.self)
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
            HasMinSizeCalculator<[Classification]>.self)
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
        register(
            "EndLoopLandmarkListVectorCalculator", EndLoopCalculator<[WorldLandmark]>.self)
        register(
            "EndLoopClassificationListCalculator", EndLoopCalculator<[Classification]>.self)
    }
}
