"""Changes in the kept groups.json, each of which check.py must notice."""

import copy
from typing import Any, Iterator

import check
from changes import at, changed, leaves, objects

# What a case only passes on: a name, and times that no later step may depend on.
FREE = {"id", "instant", "created_at"}


def is_free(holder: Any, name: Any) -> bool:
    """Whether another value there may come out the same."""
    return (
        # What is refused is mostly refused when it is changed.
        name in ("bytes", "message") and "refused" in holder
        # A roster that doesn't stay leaves no trace.
        or name == "roster" and "change" in holder
        # Another user or roster may have the same standing.
        or name in ("user", "hash") and "standing" in holder
        # The keys in a distribution stand nowhere else.
        or name == "bytes" and "iteration" in holder)


def changed_cases(case: Any) -> Iterator[tuple[Any, str]]:
    for path in leaves(case):
        if path[-1] in FREE or is_free(at(case, path[:-1]), path[-1]):
            continue
        other = copy.deepcopy(case)
        at(other, path[:-1])[path[-1]] = changed(at(case, path))
        yield other, f"{path} changed"
    for path in objects(case):
        for name in at(case, path):
            other = copy.deepcopy(case)
            del at(other, path)[name]
            yield other, f"{path} without {name}"
        other = copy.deepcopy(case)
        at(other, path)["more"] = 0
        yield other, f"{path} with one more"


def test_changes(file: Any) -> int:
    """check.py must refuse the file after each change; the number of changes."""
    count = 0
    assert not check.check_data(file).failures, "the groups were refused"
    for case in file["cases"]:
        if case["id"] == "gaps":
            # 50,000 steps for each change are too many.
            case = {**case, "steps": case["steps"][:7]}
            assert not check.check_data({**file, "cases": [case]}).failures, "the first gap was refused"
        for other, text in changed_cases(case):
            count += 1
            assert check.check_data({**file, "cases": [other]}).failures, f"not noticed: groups, {case['id']}: {text}"
    return count
