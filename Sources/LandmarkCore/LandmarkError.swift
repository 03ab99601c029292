/// What every error thrown by LandmarkKit conforms to.
///
/// Each module has its own enum whose cases carry the facts (file, offset, option, tensor, expected,
/// got). `description` is one sentence fit to print after a program's name, without a full stop.
public protocol LandmarkError: Error, Sendable, CustomStringConvertible {}
