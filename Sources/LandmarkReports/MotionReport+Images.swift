import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

extension MotionReport {
    /// Adds the images of the best and the worst repetition, the longest hold, and each fault.
    mutating func addImages(of person: ReportedPerson) {
        guard let definition = run.definition else { return }
        let images = person.history.moments.map { moment in
            let side = moment.side.map { ", \($0.rawValue)" } ?? ""
            let number = moment.number.map { definition.hold == nil ? "repetition \($0)" : "\($0)" }
            let place = "\(number ?? "hold")\(side), \(person.clock(moment.time))"
            let range = moment.value.map { ", range \(definition.text($0))" } ?? ""
            switch moment.subject {
            case .best:
                return PageImage(image: moment.image, title: "Best", caption: place + range)
            case .worst:
                return PageImage(image: moment.image, title: "Worst", caption: place + range)
            case .longestHold:
                let seconds = TimeText.duration((moment.value ?? 0) * 1000)
                return PageImage(
                    image: moment.image, title: "Longest hold", caption: "\(place), \(seconds)")
            case .fault(let id, _):
                return PageImage(
                    image: moment.image, title: "! \(definition.instruction(for: id))",
                    caption: place, ink: .warning)
            }
        }
        page.add(
            images, title: "Images",
            note: "The deepest point of the best and the worst repetition, by faults and range of"
                + " motion, and the first occurrence of each fault.")
    }
}
