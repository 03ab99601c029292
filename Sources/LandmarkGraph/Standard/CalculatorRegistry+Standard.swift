extension CalculatorRegistry {
    /// The calculators that know no image and no model, under MediaPipe's names.
    public static let standard = CalculatorRegistry()
}
