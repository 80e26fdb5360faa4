"""Known callables that only read what they are handed, or only keep it; all others count as writers."""

from __future__ import annotations

import collections
import copy
import dataclasses
import functools
import itertools
import json
import operator
import pprint
import statistics
import types

from labs.kit.schedule import world
from labs.kit.schedule.world import words

PURE_MODULES = words(
    "builtins math cmath operator _operator itertools functools _functools re json copy string"
    " textwrap dataclasses typing collections _collections _collections_abc enum abc contextlib"
    " statistics fractions decimal _decimal numbers bisect _bisect heapq _heapq datetime _datetime"
    " hashlib _hashlib base64 struct _struct types inspect traceback warnings pprint keyword"
    " unicodedata zlib binascii posixpath ntpath genericpath weakref _weakref contextvars"
    " _contextvars reprlib copyreg logging graphlib difflib shlex html zoneinfo calendar colorsys"
)

# They touch nothing when called: what they make goes over its sources later, step by step.
KEEPS: frozenset[object] = frozenset(
    [
        object, id, callable, isinstance, issubclass, property, staticmethod, classmethod,
        functools.partial, functools.wraps, functools.update_wrapper, types.MethodType,
        types.SimpleNamespace, types.MappingProxyType, itertools.count, itertools.repeat,
        dataclasses.fields, dataclasses.is_dataclass,
        operator.attrgetter, operator.itemgetter, operator.methodcaller,
    ]
)  # fmt: skip

# They only begin to go over what they are handed: a look at its size, unless it is a list.
BEGINS: frozenset[object] = frozenset(
    [
        enumerate, zip, map, filter, reversed, iter, itertools.chain, itertools.cycle,
        itertools.islice, itertools.starmap, itertools.takewhile, itertools.dropwhile,
        itertools.compress, itertools.groupby, itertools.tee, itertools.zip_longest,
        itertools.accumulate, itertools.pairwise, itertools.filterfalse,
    ]
)  # fmt: skip

# They read the containers that they are handed, not what is in them.
READS_TOP: frozenset[object] = frozenset(
    [
        len, list, tuple, bool, bytes, bytearray, collections.deque, itertools.product,
        itertools.permutations, itertools.combinations,
    ]
)  # fmt: skip

# They read what the containers hold as well, unless these are dicts or sets: pairs, truth, sums.
READS_ELEMENTS: frozenset[object] = frozenset(
    [
        set, frozenset, dict, sum, any, all,
        collections.Counter, collections.OrderedDict, collections.defaultdict,
    ]
)  # fmt: skip

# Whatever a function of these modules is handed, it only looks at.
READING_MODULES = words(
    "json logging pprint statistics textwrap string re contextlib typing inspect"
)

# Their code is Python, but looks at what it is handed only once, or at nothing that changes.
LOOKS_ONCE = words(
    "logging textwrap string re contextlib typing inspect functools types enum abc weakref warnings"
    " traceback dataclasses importlib random copy collections.abc operator keyword reprlib"
)

# They read attributes behind the back of the instance.
READS_ATTRIBUTES: frozenset[object] = frozenset([copy.copy])

# They may look at everything that can be reached.
READS_ALL: frozenset[object] = frozenset(
    [
        print, repr, str, ascii, format, hash, sorted, min, max, abs, round, divmod, pow,
        int, float, complex, bin, hex, oct, dir,
        json.dumps,
        pprint.pformat, pprint.pprint, functools.reduce,
        statistics.mean, statistics.median, statistics.fmean,
        operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.add,
        operator.sub, operator.mul, operator.contains, operator.getitem, operator.length_hint,
    ]
)  # fmt: skip

READING_METHODS = words(
    "get index count copy __len__ __contains__ __getitem__ __iter__ __reversed__ __eq__ __ne__"
    " __lt__ __le__ __gt__ __ge__ __repr__ __str__ __format__ __hash__ __bool__ __add__ __mul__"
    " __or__ __and__ __sub__ __xor__ isdisjoint issubset issuperset union intersection difference"
    " symmetric_difference most_common elements total decode find rfind hex startswith endswith"
    " __getattribute__ __sizeof__ __reduce_ex__ __reduce__ __copy__ isalnum isdigit split"
    " splitlines tobytes tolist total_seconds isoformat"
)
VIEW_METHODS = words("keys values items __class_getitem__ __init_subclass__")
# What they are handed is put away or looked up by identity and hash: nothing in it is read.
STORING_METHODS = words(
    "append appendleft insert get pop setdefault __setitem__ __getitem__ __delitem__ add"
    " discard popitem clear fromkeys rotate"
)


def works_in_parts(function: types.FunctionType, arguments: tuple[object, ...]) -> bool:
    """Whether code of the library looks, or writes, more than once; its steps are not seen."""
    root = str(function.__module__).partition(".")[0]
    if world.announces(function) or function in KEEPS or function in BEGINS:
        return False
    if function is json.dumps:
        return len(arguments) > 1  # without options it is one call of C code
    return root not in LOOKS_ONCE or function.__name__ == "shuffle"
