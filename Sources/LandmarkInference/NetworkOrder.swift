package import LandmarkModelFile

/// A network to be made together with others.
package struct NetworkOrder {
    package let model: TFLiteModel
    package let options: NetworkOptions

    package init(_ model: TFLiteModel, options: NetworkOptions = NetworkOptions()) {
        self.model = model
        self.options = options
    }
}
