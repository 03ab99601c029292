import CLandmarkKernels
import LandmarkCore

/// The drawing kernels of the machine's fastest instruction set, or of the one that
/// `LANDMARK_KERNELS` names.
struct DrawingKernels: Sendable {
    /// Covers pixels with lines, discs and boxes.
    let cover: SplitWork.Kernel
    /// Blends a color into RGB pixels.
    let blendRGB: SplitWork.Kernel
    /// Blends a color into the planes of YUV 4:2:0.
    let blendYUV: SplitWork.Kernel

    /// nil only if not even the scalar kernels exist, but every build has those.
    static let fastest: DrawingKernels? = {
        let present = InstructionSet.allCases.filter { lk_kernels($0.rawValue) != nil }
        let chosen = (try? InstructionSet.choice(nil, of: present))?.rawValue ?? "scalar"
        return (lk_kernels(chosen) ?? lk_kernels("scalar")).map { DrawingKernels($0.pointee) }
    }()

    init(_ table: lk_kernel_table) {
        cover = table.u8_cover
        blendRGB = table.u8_blend_rgb
        blendYUV = table.u8_blend_yuv
    }
}
