import Foundation
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// In a separate process, which the test limits.
@Suite("A full disk")
struct FullDiskTests {
    @Test("It leaves the existing file and no other")
    func fullDisk() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let folder = try TemporaryFolder()
            let small = try SyntheticImage.make(width: 4, height: 4, seed: 1)
            try PNGFile.write(small, to: folder.path("a.png"))
            limitFileSize(to: 1000)
            let large = try SyntheticImage.make(width: 400, height: 400, seed: 1)
            do {
                try PNGFile.write(large, to: folder.path("a.png"))
            } catch let error as ImagingError {
                let same = try ImageFile.read(folder.path("a.png")).packed == small.packed
                let expected = ImagingError.writeFailed(
                    file: folder.path("a.png"), code: Code.fileTooLarge)
                exit(same && folder.names == ["a.png"] && error == expected ? 7 : 1)
            }
        }
    }
}
