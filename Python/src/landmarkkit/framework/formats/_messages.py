"""Makes message classes with the installed protobuf package, whichever version it has.

Modules that `protoc` generates work only with some versions of protobuf. Here the descriptors are
built at run time from tables, and the classes from the descriptors. Bytes, text and JSON equal
those of MediaPipe 0.10.21, because names, numbers, labels, types and defaults do.
"""

from __future__ import annotations

import copyreg
import functools
import operator
import sys
from typing import Any, Iterator, Mapping, Tuple, Type

from ... import errors
from ._schema import FILES, FOLDER, Message

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, message, reflection
except ImportError as error:
    raise errors.MissingDependencyError(
        f'messages require protobuf: pip install "landmarkkit[solutions]" ({error})'
    ) from None

_FieldType = descriptor_pb2.FieldDescriptorProto
# The first word of a field in the schema.
_LABELS = {
    "optional": _FieldType.LABEL_OPTIONAL,
    "required": _FieldType.LABEL_REQUIRED,
    "repeated": _FieldType.LABEL_REPEATED,
    "packed": _FieldType.LABEL_REPEATED,
}
# The second word; anything else is the full name of a message, or of an enumeration if it is
# marked.
_TYPES = {
    "float": _FieldType.TYPE_FLOAT,
    "int32": _FieldType.TYPE_INT32,
    "int64": _FieldType.TYPE_INT64,
    "string": _FieldType.TYPE_STRING,
}


def _add_field(described: Any, line: str) -> None:
    label, kind, name, number, *default = line.split()
    field = described.field.add(name=name, number=int(number), label=_LABELS[label])
    if kind in _TYPES:
        field.type = _TYPES[kind]
    else:
        is_enumeration = kind.startswith("enum:")
        field.type = _FieldType.TYPE_ENUM if is_enumeration else _FieldType.TYPE_MESSAGE
        field.type_name = f".mediapipe.{kind.replace('enum:', '')}"
    if label == "packed":
        field.options.packed = True
    if default:
        field.default_value = default[0]


def _describe(described: Any, name: str, schema: Message) -> None:
    described.name = name
    for line in schema.fields:
        _add_field(described, line)
    for nested, inner in schema.messages.items():
        _describe(described.nested_type.add(), nested, inner)
    for enumeration, values in schema.enumerations.items():
        listed = described.enum_type.add(name=enumeration)
        for number, value in enumerate(values):
            listed.value.add(name=value, number=number)


def described_files() -> Iterator[Any]:
    """The descriptors of all files, each after those that it imports."""
    for name, schema in FILES.items():
        described = descriptor_pb2.FileDescriptorProto(
            name=FOLDER + name, package="mediapipe", dependency=[FOLDER + n for n in schema.imports]
        )
        for top, inner in schema.messages.items():
            _describe(described.message_type.add(), top, inner)
        yield described


@functools.lru_cache(maxsize=None)
def _pool() -> Any:
    # Not protobuf's default pool: in a process with MediaPipe, both would define the same names,
    # and the second definition is an error unless it is identical byte for byte, as newer versions'
    # definitions are not.
    pool = descriptor_pool.DescriptorPool()
    for described in described_files():
        pool.AddSerializedFile(described.SerializeToString())
    return pool


def define(file: str, module: str) -> Tuple[Any, Mapping[str, Any]]:
    """The descriptor of a file of the schema, and its message classes by name.

    Args:
        file: Its name in `FILES`.
        module: The `__name__` of the module that has the classes as attributes of their names.
    """
    descriptor = _pool().FindFileByName(FOLDER + file)
    return descriptor, {
        name: _class(described, module)
        for name, described in descriptor.message_types_by_name.items()
    }


def _class(described: Any, module: str) -> Type[Any]:
    nested = {inner.name: _class(inner, module) for inner in described.nested_types}
    made: Type[Any] = reflection.GeneratedProtocolMessageType(
        described.name,
        (message.Message,),
        {**nested, "DESCRIPTOR": described, "__module__": module},
    )
    # By itself, protobuf unpickles nested messages only if they are in its default pool.
    path = described.full_name[len("mediapipe.") :]
    copyreg.pickle(
        made, lambda value: (_restored, (module, path, value.SerializePartialToString()))
    )
    return made


def _restored(module: str, path: str, content: bytes) -> Any:
    """A message from a pickle."""
    __import__(module)
    restored = operator.attrgetter(path)(sys.modules[module])()
    restored.MergeFromString(content)
    return restored
