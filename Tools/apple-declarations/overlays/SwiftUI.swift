@_exported import Combine
@_exported import Foundation
@_exported import Observation
#if canImport(UIKit)
public import UIKit
#endif

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View; @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<C: View>(_ c: C) -> C { c }
    public static func buildBlock<each C: View>(_ c: repeat each C) -> TupleView<(repeat each C)> {
        TupleView((repeat each c))
    }
    public static func buildExpression<C: View>(_ c: C) -> C { c }
    public static func buildIf<C: View>(_ c: C?) -> C? { c }
    public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> {
        .init()
    }
    public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> {
        .init()
    }
}
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
public struct EmptyView: View { public init() {}; public var body: Never { fatalError() } }
public struct TupleView<T>: View { public init(_ t: T) {}; public var body: Never { fatalError() } }
public struct _ConditionalContent<A, B>: View { init() {}; public var body: Never { fatalError() } }
public struct Text: View { public init(_ s: String) {}; public var body: Never { fatalError() } }
public struct Spacer: View { public init() {}; public var body: Never { fatalError() } }
public struct ZStack<C: View>: View {
    public init(@ViewBuilder content: () -> C) {}; public var body: Never { fatalError() }
}
public struct VStack<C: View>: View {
    public init(spacing: Double? = nil, @ViewBuilder content: () -> C) {};
    public var body: Never { fatalError() }
}
public struct Color: View, Sendable {
    public static let red = Color(); public static let black = Color();
    public func opacity(_ d: Double) -> Color { self }; public var body: Never { fatalError() }
}
extension View {
    nonisolated public func padding(_ l: Double? = nil) -> some View { self }
    nonisolated public func foregroundColor(_ c: Color?) -> some View { self }
    nonisolated public func background<B: View>(_ b: B) -> some View { self }
    nonisolated public func onAppear(perform: (() -> Void)? = nil) -> some View { self }
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ a: sending @escaping @isolated(any) () async -> Void
    ) -> some View { self }
}
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene; @SceneBuilder @MainActor @preconcurrency var body: Body { get };
    @MainActor init()
}
extension App { @MainActor public static func main() {} }
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene; @MainActor var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
    public static func buildBlock<C: Scene>(_ c: C) -> C { c }
}
public struct WindowGroup<C: View>: Scene {
    public init(@ViewBuilder content: () -> C) {}; public var body: Never { fatalError() }
}
@propertyWrapper public struct Binding<V> {
    public init() {};
    public var wrappedValue: V {
        get { fatalError() }
        nonmutating set {}
    }; public var projectedValue: Binding<V> { self }
}
@propertyWrapper public struct State<V> {
    public init(wrappedValue: V) {};
    public var wrappedValue: V {
        get { fatalError() }
        nonmutating set {}
    }; public var projectedValue: Binding<V> { fatalError() }
}
@MainActor @propertyWrapper @preconcurrency public struct StateObject<O: ObservableObject> {
    nonisolated public init(wrappedValue: @autoclosure @escaping () -> O) {};
    public var wrappedValue: O { fatalError() }
    @dynamicMemberLookup public struct Wrapper {
        public subscript<S>(dynamicMember k: ReferenceWritableKeyPath<O, S>) -> Binding<S> {
            fatalError()
        }
    }
    public var projectedValue: Wrapper { fatalError() }
}
#if canImport(UIKit)
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView; @MainActor func makeUIView(context: Context) -> UIViewType;
    @MainActor func updateUIView(_ v: UIViewType, context: Context);
    typealias Context = UIViewRepresentableContext<Self>
}
extension UIViewRepresentable { public var body: Never { fatalError() } }
public struct UIViewRepresentableContext<R: UIViewRepresentable> {}
#endif
