import LandmarkCommandSupport
import LandmarkOverlays

extension LandmarkOverlay.Style {
    /// The style that the arguments name.
    ///
    /// - Throws: `CommandError.misplacedOption` for an option about drawing where nothing is drawn.
    init(_ arguments: Arguments) throws(CommandError) {
        self.init()
        let options = ["--draw-region", "--line-width", "--draw-visibility"]
        if !arguments.has("--overlay"), !arguments.has("--show"),
            let option = options.first(where: arguments.has)
        {
            throw .misplacedOption(option, use: "--overlay or --show")
        }
        showsRegion = arguments.has("--draw-region")
        if let least = arguments.fraction("--draw-visibility") { minVisibility = least }
        if let factor = arguments.text("--line-width").flatMap(Double.init) { lineScale = factor }
    }
}
