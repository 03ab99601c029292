import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Writing videos")
struct VideoWriterTests {
    @Test("What is written can be read, with its sizes, colours and times")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        // Uneven steps: a variable rate.
        let times = [0, 40, 80, 200, 233, 1000, 1001, 1040]
        let writer = try VideoWriter(path: path, size: PixelSize(width: 65, height: 49))
        var pictures: [PixelBuffer] = []
        for (index, time) in times.enumerated() {
            let picture = try TestPicture.make(width: 65, height: 49, phase: Double(index) / 8)
            pictures.append(picture)
            try writer.write(picture, at: .milliseconds(time))
        }
        #expect(folder.names != ["a.mp4"])
        try writer.finish()
        #expect(folder.names == ["a.mp4"])
        let file = try VideoFile(path: path)
        #expect(file.information.size == PixelSize(width: 66, height: 50))
        let (frames, error) = file.all()
        #expect(error == nil)
        #expect(frames.milliseconds == times)
        for (frame, picture) in zip(frames, pictures) {
            for (x, y) in [(10, 10), (54, 10), (10, 38), (54, 38)] {
                let difference = zip(
                    frame.image.color(x: x, y: y), picture.color(x: x, y: y)
                ).map { abs($0 - $1) }
                #expect(difference.allSatisfy { $0 <= 8 }, "\(x), \(y): \(difference)")
            }
        }
    }

    @Test("A copy of a clip has its times, its rate and its sound, bit for bit")
    func copy() throws {
        let source = Fixtures.footage("bigbuckbunny.mp4")
        guard Fixtures.available(source) else { return }
        let folder = try TemporaryFolder()
        let file = try VideoFile(path: source)
        let size = try #require(file.information.size)
        let writer = try VideoWriter(path: folder.path("b.mp4"), size: size, source: file)
        #expect(writer.copiesAudio)
        var times: [Int] = []
        while let frame = try file.next() {
            try writer.write(frame.image, at: frame.timestamp)
            times.append(frame.timestamp.milliseconds)
        }
        try writer.finish()
        let copy = try VideoFile(path: folder.path("b.mp4"))
        #expect(copy.information.frameRate == file.information.frameRate)
        #expect(copy.information.frameCount == 132)
        #expect(copy.all().frames.milliseconds == times)
        let sound = try Packets.audio(of: source)
        #expect(sound.count == 249)
        #expect(try Packets.audio(of: folder.path("b.mp4")) == sound)
    }
}
