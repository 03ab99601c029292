import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

extension MotionReport {
    /// Adds the images of the best and the worst repetition, and of each fault.
    mutating func addImages(of person: MotionPerson) {
        let images = person.history.moments.map { moment in
            let side = moment.side.map { ", \($0.rawValue)" } ?? ""
            let place = "repetition \(moment.number)\(side), \(person.clock(moment.time))"
            let range = moment.rangeOfMotion.map { ", range \(AngleText.degrees($0))" } ?? ""
            switch moment.subject {
            case .best:
                return PageImage(image: moment.image, title: "Best", caption: place + range)
            case .worst:
                return PageImage(image: moment.image, title: "Worst", caption: place + range)
            case .fault(_, let say):
                return PageImage(
                    image: moment.image, title: "! \(say)", caption: place, ink: .warning)
            }
        }
        page.add(
            images, title: "Images",
            note: "The deepest moment of the best and the worst repetition, by faults and range of"
                + " motion, and the first moment of each fault.")
    }
}
