/// A recorded run of a task on an input.
package struct HistorySession: Sendable, Equatable {
    /// Its number in the file, from 1; numbers are never reused.
    package let id: Int
    package let head: HistoryHead
    /// When it began, in milliseconds since 1970.
    package let began: Int
    /// When it ended, in milliseconds since 1970; nil while it runs, and permanently if the program was
    /// killed.
    package let ended: Int?
    /// The timestamps of its first and last recorded frame in milliseconds; nil without frames.
    package let span: ClosedRange<Int>?
    /// Frames that were processed, whether or not they could be recorded.
    package let frames: Int
    /// Frames whose results were not recorded, because the file could not be written for too long.
    package let lost: Int
    /// The number of events.
    package let events: Int
    /// The bytes of its frames' results and of its images in the file.
    package let bytes: Int
    /// The number of images.
    package let images: Int
    /// Images that were not recorded, because the file could not be written for too long.
    package let lostImages: Int
    /// Whether it has a report.
    package let hasReport: Bool
}

/// The description of a session.
package struct HistoryHead: Sendable, Equatable {
    /// The task as on the command line, such as `drive` or `exercise:squat`.
    package let task: String
    /// The input's name.
    package let input: String
    /// The task's settings as a JSON object.
    package let settings: String
    /// The version of the program.
    package let program: String

    package init(task: String, input: String, settings: String, program: String) {
        self.task = task
        self.input = input
        self.settings = settings
        self.program = program
    }
}

/// Something that happened in a session.
package struct HistoryEvent: Sendable, Equatable {
    /// The timestamp of the frame in which the event became known, in milliseconds.
    package let time: Int
    /// The event in English.
    package let sentence: String
    /// The event as a JSON object.
    package let json: String

    package init(time: Int, sentence: String, json: String) {
        self.time = time
        self.sentence = sentence
        self.json = json
    }
}

/// The results of a frame.
package struct HistoryFrame: Sendable, Equatable {
    /// The timestamp in milliseconds.
    package let time: Int
    /// The shapes that were found.
    package let shapes: [HistoryShape]
    /// Everything else that the task reports, as a JSON object without line breaks; may be empty.
    package let state: String

    package init(time: Int, shapes: [HistoryShape], state: String) {
        self.time = time
        self.shapes = shapes
        self.state = state
    }
}

/// The landmarks of a hand, pose or face.
package struct HistoryShape: Sendable, Equatable {
    package let id: Int
    /// A label for the shape, such as the hand's side; may be empty.
    package let label: String
    /// The number of values of each landmark: 2 (x, y), or 3 (x, y, visibility).
    package let stride: Int
    /// The values, landmark after landmark: x and y in ``parts`` of the image's width and height,
    /// visibility in hundredths.
    package let values: [Int]

    /// The units per image width and height in which landmarks are recorded: a fifth of a pixel at
    /// 640 pixels. Landmarks jitter by three or more units from frame to frame.
    package static let parts = 3200

    package init(id: Int, label: String, stride: Int, values: [Int]) {
        self.id = id
        self.label = label
        self.stride = stride
        self.values = values
    }
}

/// The image of a frame.
package struct HistoryImage: Sendable, Equatable {
    /// The timestamp of the frame in milliseconds.
    package let time: Int
    package let jpeg: [UInt8]

    package init(time: Int, jpeg: [UInt8]) {
        self.time = time
        self.jpeg = jpeg
    }
}
