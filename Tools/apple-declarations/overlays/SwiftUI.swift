@_exported import Combine
@_exported import Foundation
@_exported import Observation
#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
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
public struct Spacer: View { public init() {}; public var body: Never { fatalError() } }
extension View {
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ a: sending @escaping @isolated(any) () async -> Void
    ) -> some View { self }
    nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
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
@propertyWrapper @dynamicMemberLookup public struct Binding<V> {
    public init() {};
    public var wrappedValue: V {
        get { fatalError() }
        nonmutating set {}
    }; public var projectedValue: Binding<V> { self }
    public static func constant(_ value: V) -> Binding<V> { Binding() }
    public subscript<S>(dynamicMember path: WritableKeyPath<V, S>) -> Binding<S> { Binding<S>() }
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
    associatedtype Coordinator = Void
    @MainActor func makeCoordinator() -> Coordinator
    typealias Context = UIViewRepresentableContext<Self>
}
extension UIViewRepresentable { public var body: Never { fatalError() } }
extension UIViewRepresentable where Coordinator == Void { public func makeCoordinator() {} }
@MainActor @preconcurrency public struct UIViewRepresentableContext<R: UIViewRepresentable> {
    public var coordinator: R.Coordinator { fatalError() }
}
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
    associatedtype UIViewControllerType: UIViewController
    @MainActor func makeUIViewController(context: Context) -> UIViewControllerType
    @MainActor func updateUIViewController(_ c: UIViewControllerType, context: Context)
    associatedtype Coordinator = Void
    @MainActor func makeCoordinator() -> Coordinator
    typealias Context = UIViewControllerRepresentableContext<Self>
}
extension UIViewControllerRepresentable { public var body: Never { fatalError() } }
extension UIViewControllerRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<R: UIViewControllerRepresentable> {
    public var coordinator: R.Coordinator { fatalError() }
}
#elseif canImport(AppKit)
@MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    typealias Context = NSViewRepresentableContext<Self>
}
extension NSViewRepresentable { public var body: Never { fatalError() } }
extension NSViewRepresentable where Coordinator == Void { public func makeCoordinator() {} }
@MainActor @preconcurrency public struct NSViewRepresentableContext<R: NSViewRepresentable> {
    public var coordinator: R.Coordinator { fatalError() }
}
#endif

// Text, images and colors.

public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
}
public struct Text: View {
    public init(verbatim: String) {}
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil) {}
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
    public var body: Never { fatalError() }
}
public struct Font: Hashable, Sendable {
    public static let largeTitle = Font(); public static let title = Font()
    public static let title2 = Font(); public static let headline = Font()
    public static let body = Font(); public static let caption = Font()
    public func bold() -> Font { self }
    public func monospacedDigit() -> Font { self }
}
public protocol ShapeStyle: Sendable {}
public struct Color: View, ShapeStyle, Hashable, Sendable {
    public static let red = Color(); public static let orange = Color()
    public static let yellow = Color(); public static let green = Color()
    public static let blue = Color(); public static let black = Color()
    public static let white = Color(); public static let clear = Color()
    public static let primary = Color(); public static let secondary = Color()
    public func opacity(_ opacity: Double) -> Color { self }
    public var body: Never { fatalError() }
}
public enum ContentMode: Hashable, Sendable { case fit, fill }
public struct Image: View {
    public enum ResizingMode: Sendable { case tile, stretch }
    public init(systemName: String) {}
    #if canImport(UIKit)
    public init(uiImage: UIImage) {}
    #endif
    public func resizable(
        capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch
    ) -> Image { self }
    public var body: Never { fatalError() }
}

// Layout.

public struct EdgeInsets: Equatable, Sendable { public init() {} }
public enum Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1); public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4); public static let trailing = Set(rawValue: 8)
        public static let horizontal = Set(rawValue: 10)
        public static let vertical = Set(rawValue: 5)
        public static let all = Set(rawValue: 15)
    }
}
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = Self(); public static let center = Self()
    public static let trailing = Self()
}
public struct VerticalAlignment: Equatable, Sendable {
    public static let top = Self(); public static let center = Self()
    public static let bottom = Self()
}
public struct Alignment: Equatable, Sendable {
    public static let center = Self(); public static let leading = Self()
    public static let trailing = Self(); public static let top = Self()
    public static let bottom = Self(); public static let topLeading = Self()
    public static let topTrailing = Self(); public static let bottomLeading = Self()
    public static let bottomTrailing = Self()
}
public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }
public struct ZStack<C: View>: View {
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> C) {}
    public var body: Never { fatalError() }
}
public struct VStack<C: View>: View {
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) {}
    public var body: Never { fatalError() }
}
public struct HStack<C: View>: View {
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) {}
    public var body: Never { fatalError() }
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
    public var body: Never { fatalError() }
}

// Controls.

public struct Button<Label: View>: View {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public var body: Never { fatalError() }
}
extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}
public struct Toggle<Label: View>: View { public var body: Never { fatalError() } }
extension Toggle where Label == Text {
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {}
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
}
public struct Stepper<Label: View>: View { public var body: Never { fatalError() } }
extension Stepper where Label == Text {
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1
    ) {}
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>,
        step: V.Stride = 1
    ) {}
}
public struct Slider<Label: View, ValueLabel: View>: View {
    public var body: Never { fatalError() }
}
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(value: Binding<V>, in bounds: ClosedRange<V> = 0...1)
    where V.Stride: BinaryFloatingPoint {}
}
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public var body: Never { fatalError() }
}
extension Picker where Label == Text {
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {}
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {}
}
public struct Form<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
public struct NavigationView<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct Link<Label: View>: View { public var body: Never { fatalError() } }
extension Link where Label == Text {
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, destination: URL) {}
}

// Modifiers.

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public var body: Never { fatalError() }
}
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case large, accessibility1, accessibility2, accessibility3
}
public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let combine = AccessibilityChildBehavior()
    public static let ignore = AccessibilityChildBehavior()
}
public struct AccessibilityTraits: SetAlgebra, Sendable {
    public static let isHeader = AccessibilityTraits()
    public static let updatesFrequently = AccessibilityTraits()
    public init() {}
    public func contains(_ member: AccessibilityTraits) -> Bool { false }
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) { (false, newMember) }
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? { nil }
    public mutating func formUnion(_ other: AccessibilityTraits) {}
    public mutating func formIntersection(_ other: AccessibilityTraits) {}
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
}

extension View {
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        self
    }
    nonisolated public func accessibilityValue(_ value: Text) -> some View { self }
    nonisolated public func modifier<T: ViewModifier>(_ modifier: T) -> some View { self }
    nonisolated public func onChange<V: Equatable>(
        of value: V, perform action: @escaping (V) -> Void
    ) -> some View { self }
    nonisolated public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View
    where T.Bound == DynamicTypeSize { self }
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { self }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { self }
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View { self }
    @_disfavoredOverload
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
    nonisolated public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
    nonisolated public func padding(_ length: CGFloat) -> some View { self }
    nonisolated public func padding(
        _ edges: Edge.Set = .all, _ length: CGFloat? = nil
    ) -> some View { self }
    nonisolated public func foregroundColor(_ color: Color?) -> some View { self }
    nonisolated public func background<B: View>(
        _ background: B, alignment: Alignment = .center
    ) -> some View { self }
    nonisolated public func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View { self }
    nonisolated public func cornerRadius(
        _ radius: CGFloat, antialiased: Bool = true
    ) -> some View { self }
    nonisolated public func font(_ font: Font?) -> some View { self }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    nonisolated public func aspectRatio(
        _ ratio: CGFloat? = nil, contentMode: ContentMode
    ) -> some View { self }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View { self }
    nonisolated public func ignoresSafeArea() -> some View { self }
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View { self }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
    nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { self }
    nonisolated public func accessibilityLabel(_ key: LocalizedStringKey) -> some View { self }
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
    nonisolated public func toolbar<C: View>(@ViewBuilder content: () -> C) -> some View { self }
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
    nonisolated public func sheet<C: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> C
    ) -> some View { self }
    nonisolated public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
}

// State.

@MainActor @propertyWrapper @preconcurrency public struct ObservedObject<O: ObservableObject> {
    nonisolated public init(wrappedValue: O) { self.wrappedValue = wrappedValue }
    public var wrappedValue: O
    @dynamicMemberLookup public struct Wrapper {
        public subscript<S>(dynamicMember path: ReferenceWritableKeyPath<O, S>) -> Binding<S> {
            fatalError()
        }
    }
    public var projectedValue: Wrapper { fatalError() }
}
public struct EnvironmentValues {
    public var dismiss: DismissAction { DismissAction() }
}
@MainActor @preconcurrency public struct DismissAction {
    nonisolated init() {}
    public func callAsFunction() {}
}
@propertyWrapper public struct Environment<Value> {
    public init(_ path: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}
