"""Changes of one value, field or element in a vector file, each of which must be noticed."""

from typing import Any, Iterator


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value that is no object and no array."""
    if isinstance(value, dict):
        for name in value:
            yield from leaves(value[name], path + (name,))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from leaves(value[index], path + (index,))
    else:
        yield path


def objects(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every object."""
    if isinstance(value, dict):
        yield path
    for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from objects(value[name], path + (name,))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        value = value[name]
    return value


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 0
    if value and all(c in "0123456789abcdef" for c in value) and len(value) % 2 == 0:
        middle = len(value) // 4 * 2
        return value[:middle] + f"{int(value[middle:middle + 2], 16) ^ 0x10:02x}" + value[middle + 2:]
    return value + "00" if value == "" else value + "x"


def other_arrays(items: list[Any]) -> Iterator[list[Any]]:
    """The array with an element fewer, one more, and in another order."""
    for index in range(len(items)):
        yield items[:index] + items[index + 1:]
        yield items[:index] + [items[index]] + items[index:]
    yield items + [0]
    if len(items) > 1:
        yield items[::-1]
