# ruff: noqa - every odd way to touch a thing is wanted here
"""Racy programs, one for each kind of access: some schedule of every one breaks its assertion.

This file is not imported by tests: it is loaded instrumented, and each function is explored.
"""

import collections
import contextlib
import copy
import dataclasses
import functools
import itertools
import json
import operator
import random
import threading
import types
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

TOTAL = 0
FLAG = False
TABLE = {}
NAMES = ["a"]


def together(*jobs):
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Account:
    opened = 0

    def __init__(self):
        self.balance = 0
        self.__secret = 0
        self.items = []
        self.names = {}

    def add(self):
        self.balance += 1

    def add_secret(self):
        self.__secret += 1

    def secret(self):
        return self.__secret

    @property
    def half(self):
        return self.balance / 2

    @half.setter
    def half(self, value):
        self.balance = value * 2


class Slotted:
    __slots__ = ("__private", "count")

    def __init__(self):
        self.count = 0
        self.__private = 0

    def add(self):
        self.__private += 1
        return self.__private


@dataclass
class Point:
    x: int = 0
    y: int = 0
    tags: list = field(default_factory=list)


class Key:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        return self.number == other.number


class Lazy:
    def __getattr__(self, name):
        if name == "made":
            self.__dict__["made"] = object()
            return self.__dict__["made"]
        raise AttributeError(name)


class Descriptor:
    def __init__(self):
        self.value = 0

    def __get__(self, instance, owner=None):
        return self.value

    def __set__(self, instance, value):
        self.value = value


class Described:
    value = Descriptor()


class Custom:
    def __init__(self):
        object.__setattr__(self, "stored", {"n": 0})

    def __getattr__(self, name):
        return self.stored[name]

    def __setattr__(self, name, value):
        self.stored[name] = value


# ---------------------------------------------------------------- names
def global_augmented():
    global TOTAL
    TOTAL = 0

    def job():
        global TOTAL
        TOTAL += 1

    together(job, job)
    assert TOTAL == 2


def global_check_then_act():
    global FLAG
    FLAG = False
    wins = []

    def job():
        global FLAG
        if not FLAG:
            FLAG = True
            wins.append(1)

    together(job, job)
    assert len(wins) == 1


def global_through_globals():
    globals()["TOTAL"] = 0

    def job():
        globals()["TOTAL"] = TOTAL + 1

    together(job, job)
    assert TOTAL == 2


def global_as_loop_target():
    global TOTAL
    TOTAL = 0
    seen = []

    def job():
        global TOTAL
        for TOTAL in (1, 2):
            pass

    def watch():
        seen.append(TOTAL)

    together(job, watch)
    assert seen != [1]


def global_as_except_name():
    global FLAG
    FLAG = None
    seen = []

    def job():
        global FLAG
        try:
            raise ValueError
        except ValueError as FLAG:
            pass

    def watch():
        try:
            seen.append(FLAG)
        except NameError:
            seen.append("gone")

    together(job, watch)
    assert not isinstance(seen[0], ValueError)
    FLAG = None


def global_as_with_name():
    global FLAG
    FLAG = None
    seen = []

    def job():
        global FLAG
        with contextlib.nullcontext(3) as FLAG:
            pass

    together(job, lambda: seen.append(FLAG))
    assert seen == [3]


def global_as_import():
    global FLAG
    FLAG = None
    seen = []

    def job():
        global FLAG
        import math as FLAG

    together(job, lambda: seen.append(FLAG))
    assert seen != [None]
    FLAG = None


def global_as_function():
    global FLAG
    FLAG = None
    seen = []

    def job():
        global FLAG

        def FLAG():
            pass

    together(job, lambda: seen.append(FLAG))
    assert seen != [None]
    FLAG = None


def global_as_capture():
    global FLAG
    FLAG = None
    seen = []

    def job():
        global FLAG
        match 7:
            case FLAG:
                pass

    together(job, lambda: seen.append(FLAG))
    assert seen == [7]
    FLAG = None


def global_walrus():
    global TOTAL
    TOTAL = 0

    def job():
        global TOTAL
        (TOTAL := TOTAL + 1)

    together(job, job)
    assert TOTAL == 2


def global_deleted():
    global FLAG
    FLAG = 1
    seen = []

    def job():
        global FLAG
        del FLAG
        FLAG = 1

    def watch():
        try:
            seen.append(FLAG)
        except NameError:
            seen.append("gone")

    together(job, watch)
    assert seen == [1]


def closure_augmented():
    total = 0

    def job():
        nonlocal total
        total += 1

    together(job, job)
    assert total == 2


def closure_late_binding():
    seen = []
    threads = []
    for number in range(2):
        thread = threading.Thread(target=lambda: seen.append(number))
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    assert seen == [1, 1]


def closure_in_comprehension():
    seen = []
    threads = []
    [
        (threads.append(threading.Thread(target=lambda: seen.append(number))), threads[-1].start())
        for number in range(2)
    ]
    [thread.join() for thread in threads]
    assert seen == [1, 1]


def closure_tuple_target():
    one = two = 0

    def job():
        nonlocal one, two
        one, two = one + 1, two + 1

    together(job, job)
    assert (one, two) == (2, 2)


def function_attribute():
    def counted():
        counted.calls += 1

    counted.calls = 0
    together(counted, counted)
    assert counted.calls == 2


def default_argument():
    def job(seen=[0]):
        seen[0] += 1
        return seen

    together(job, job)
    assert job()[0] == 3


# ---------------------------------------------------------------- attributes
def attribute_augmented():
    account = Account()
    together(account.add, account.add)
    assert account.balance == 2


def private_attribute():
    account = Account()
    together(account.add_secret, account.add_secret)
    assert account.secret() == 2


def class_attribute_on_class():
    Account.opened = 0

    def job():
        Account.opened += 1

    together(job, job)
    assert Account.opened == 2


def class_attribute_through_instance():
    Account.opened = 0
    account = Account()

    def job():
        type(account).opened = account.opened + 1

    together(job, job)
    assert Account.opened == 2


def property_and_setter():
    account = Account()

    def job():
        account.half += 1

    together(job, job)
    assert account.balance == 4


def slots():
    slotted = Slotted()

    def job():
        slotted.count += 1

    together(job, job)
    assert slotted.count == 2


def private_slots():
    slotted = Slotted()
    together(slotted.add, slotted.add)
    assert slotted.add() == 3


def getattr_setattr():
    account = Account()

    def job():
        setattr(account, "balance", getattr(account, "balance") + 1)

    together(job, job)
    assert account.balance == 2


def partial_setattr():
    account = Account()
    account.balance = 5
    seen = []
    together(
        functools.partial(setattr, account, "balance", 6), lambda: seen.append(account.balance)
    )
    assert seen == [6]


def dunder_dict():
    account = Account()

    def job():
        account.__dict__["balance"] = account.balance + 1

    together(job, job)
    assert account.balance == 2


def vars_of_instance():
    account = Account()

    def job():
        inside = vars(account)
        inside["balance"] += 1

    together(job, account.add)
    assert account.balance == 2


def dunder_setattr():
    account = Account()

    def job():
        object.__setattr__(account, "balance", object.__getattribute__(account, "balance") + 1)

    together(job, job)
    assert account.balance == 2


def operator_attrgetter():
    account = Account()
    get = operator.attrgetter("balance")
    seen = []

    def job():
        account.balance = 1
        account.balance = 2

    together(job, lambda: seen.append(get(account)))
    assert seen != [1]


def lazy_getattr():
    lazy = Lazy()
    seen = []

    def job():
        seen.append(lazy.made)

    together(job, job)
    assert seen[0] is seen[1]


def descriptor():
    described = Described()
    described.value = 0

    def job():
        described.value += 1

    together(job, job)
    assert described.value == 2


def custom_setattr():
    custom = Custom()

    def job():
        custom.n += 1

    together(job, job)
    assert custom.n == 2


def deleted_attribute():
    account = Account()
    seen = []

    def job():
        del account.balance
        account.balance = 1

    def watch():
        seen.append(hasattr(account, "balance"))

    together(job, watch)
    assert seen == [True]


def attribute_as_loop_target():
    account = Account()
    seen = []

    def job():
        for account.balance in (1, 2):
            pass

    together(job, lambda: seen.append(account.balance))
    assert seen != [1]


def attribute_as_with_target():
    account = Account()
    seen = []

    def job():
        with contextlib.nullcontext(1) as account.balance:
            pass
        account.balance = 2

    together(job, lambda: seen.append(account.balance))
    assert seen != [1]


def namespace_attribute():
    space = types.SimpleNamespace(count=0)

    def job():
        space.count += 1

    together(job, job)
    assert space.count == 2


def cached_property_made_once():
    made = []

    class Holder:
        @functools.cached_property
        def value(self):
            made.append(1)
            return object()

    holder = Holder()
    together(lambda: holder.value, lambda: holder.value)
    assert len(made) == 1


def cached_function_made_once():
    made = []

    @functools.lru_cache
    def value(n):
        made.append(n)
        return n

    together(lambda: value(1), lambda: value(1))
    assert len(made) == 1


# ---------------------------------------------------------------- dataclasses, match, text
def dataclass_equality():
    point = Point()
    seen = []

    def job():
        point.x = 1
        point.y = 1

    together(job, lambda: seen.append(point == Point(1, 0)))
    assert seen == [False]


def dataclass_repr():
    point = Point()
    seen = []

    def job():
        point.x = 1
        point.y = 1

    together(job, lambda: seen.append(f"{point}"))
    assert "x=1, y=0" not in seen[0]


def dataclass_asdict():
    point = Point()
    seen = []

    def job():
        point.x = 1
        point.y = 1

    together(job, lambda: seen.append(dataclasses.asdict(point)))
    assert (seen[0]["x"], seen[0]["y"]) != (1, 0)


def dataclass_replace():
    point = Point()
    seen = []

    def job():
        point.x = 1
        point.y = 1

    together(job, lambda: seen.append(dataclasses.replace(point, tags=[])))
    assert (seen[0].x, seen[0].y) != (1, 0)


def deep_copy():
    point = Point()
    seen = []

    def job():
        point.tags.append(1)
        point.tags.append(2)

    together(job, lambda: seen.append(copy.deepcopy([point])))
    assert seen[0][0].tags != [1]


def match_class():
    point = Point()
    seen = []

    def job():
        point.x = 1
        point.y = 1

    def watch():
        match point:
            case Point(x=1, y=0):
                seen.append("half")

    together(job, watch)
    assert not seen


def match_positional():
    point = Point()
    seen = []

    def job():
        point.x = 1
        point.y = 1

    def watch():
        match point:
            case Point(1, 0):
                seen.append("half")

    together(job, watch)
    assert not seen


def match_sequence():
    shared = []
    seen = []

    def job():
        shared.append(1)
        shared.append(2)

    def watch():
        match shared:
            case [1]:
                seen.append("half")

    together(job, watch)
    assert not seen


def match_mapping_after_guard():
    shared = {}
    seen = []

    def job():
        shared["a"] = 1

    def watch():
        match shared:
            case _ if "a" in shared:
                pass
            case {"a": 1}:
                seen.append("came in between")

    together(job, watch)
    assert not seen


def f_string():
    shared = []
    seen = []

    def job():
        shared.append(1)
        shared.append(2)

    together(job, lambda: seen.append(f"{shared!r:>5}"))
    assert seen != ["  [1]"]


def printed():
    import io

    shared = []
    out = io.StringIO()

    def job():
        shared.append(1)
        shared.append(2)

    together(job, lambda: print(shared, file=out))
    assert out.getvalue() != "[1]\n"


def nested_text():
    shared = {"inner": [0]}
    seen = []

    def job():
        shared["inner"].append(1)
        shared["inner"].append(2)

    together(job, lambda: seen.append(str(shared)))
    assert seen != ["{'inner': [0, 1]}"]


def percent_format():
    shared = []
    seen = []

    def job():
        shared.append(1)
        shared.append(2)

    together(job, lambda: seen.append("%s" % shared))
    assert seen != ["[1]"]


def json_dumps():
    shared = {"inner": []}
    seen = []

    def job():
        shared["inner"].append(1)
        shared["inner"].append(2)

    together(job, lambda: seen.append(json.dumps(shared)))
    assert seen != ['{"inner": [1]}']


def text_of_own_repr():
    class Loud:
        def __init__(self):
            self.n = 0

        def __repr__(self):
            return f"Loud({self.n})"

    loud = Loud()
    seen = []

    def job():
        loud.n = 1
        loud.n = 2

    together(job, lambda: seen.append(str([loud])))
    assert seen != ["[Loud(1)]"]


# ---------------------------------------------------------------- lists
def watched(prepare, change, look, forbidden):
    """Two changes, and one look that must not fall between them."""
    shared = prepare()
    seen = []
    together(lambda: change(shared), lambda: seen.append(look(shared)))
    assert seen[0] != forbidden, seen


def two_appends(shared):
    shared.append(1)
    shared.append(2)


def list_length():
    watched(list, two_appends, lambda shared: len(shared), 1)


def list_truth():
    def change(shared):
        shared.clear()
        shared.append(1)

    watched(lambda: [1], change, lambda shared: "full" if shared else "empty", "empty")


def list_index_read():
    watched(list, two_appends, lambda shared: shared[-1:], [1])


def list_copy_method():
    watched(list, two_appends, lambda shared: shared.copy(), [1])


def list_constructor():
    watched(list, two_appends, lambda shared: list(shared), [1])


def list_sum():
    watched(list, two_appends, lambda shared: sum(shared), 1)


def list_sorted_by_key():
    watched(list, two_appends, lambda shared: sorted(shared, key=lambda v: -v), [1])


def list_membership():
    watched(list, two_appends, lambda shared: (2 in shared, 1 in shared), (False, True))


def list_comparison():
    watched(list, two_appends, lambda shared: shared == [1], True)


def list_chained_comparison():
    watched(list, two_appends, lambda shared: [] < shared < [1, 2], True)


def list_addition():
    watched(list, two_appends, lambda shared: shared + [3], [1, 3])


def list_repetition():
    watched(list, two_appends, lambda shared: shared * 2, [1, 1])


def list_starred():
    watched(list, two_appends, lambda shared: [*shared], [1])


def list_as_arguments():
    watched(list, two_appends, lambda shared: (lambda *all: all)(*shared), (1,))


def list_unpacked():
    def look(shared):
        first, *rest = [0, *shared]
        head, *tail = shared or [0]
        return (head, tail)

    watched(list, two_appends, look, (1, []))


def list_comprehension():
    watched(list, two_appends, lambda shared: [v for v in shared], [1])


def list_extended_by_shared():
    def look(shared):
        mine = []
        mine.extend(shared)
        return mine

    watched(list, two_appends, look, [1])


def list_augmented_by_shared():
    def look(shared):
        mine = []
        mine += shared
        return mine

    watched(list, two_appends, look, [1])


def list_join():
    watched(
        list, lambda shared: [shared.append("a"), shared.append("b")], lambda s: ",".join(s), "a"
    )


def list_mapped():
    watched(list, two_appends, lambda shared: list(map(str, shared)), ["1"])


def list_zipped():
    watched(list, two_appends, lambda shared: list(zip(shared, "ab")), [(1, "a")])


def list_chained():
    watched(list, two_appends, lambda shared: list(itertools.chain(shared)), [1])


def list_reversed():
    watched(list, two_appends, lambda shared: list(reversed(shared)), [1])


def list_any():
    watched(list, two_appends, lambda shared: [any(v == 2 for v in shared)], [False])


def list_sort_hides():
    shared = [2, 1]
    seen = []
    together(lambda: shared.sort(key=lambda v: len(seen) + v), lambda: seen.append(len(shared)))
    assert seen == [2]


def list_insert_and_pop():
    shared = [0]

    def job():
        if shared:
            shared.pop()

    together(job, job)


def list_augmented_item():
    shared = [0]

    def job():
        shared[0] += 1

    together(job, job)
    assert shared == [2]


def list_augmented_slice():
    shared = [0, 0]

    def job():
        shared[:] += [1]

    together(job, job)
    assert len(shared) == 4


def list_slice_assignment():
    def change(shared):
        shared[:] = [1]
        shared[:] = [2]

    watched(lambda: [0], change, lambda shared: shared[0], 1)


def list_slice_deletion():
    def change(shared):
        del shared[1:]
        shared += [1]

    watched(lambda: [0, 1], change, lambda shared: len(shared), 1)


def list_swap():
    def change(shared):
        shared[0], shared[1] = shared[1], shared[0]

    watched(lambda: [1, 2], change, lambda shared: list(shared), [2, 2])


def list_unbound_method():
    def change(shared):
        list.append(shared, 1)
        list.append(shared, 2)

    watched(list, change, lambda shared: list.__len__(shared), 1)


def list_operator_module():
    shared = [0]

    def job():
        operator.setitem(shared, 0, operator.getitem(shared, 0) + 1)

    together(job, job)
    assert shared == [2]


def list_bound_method_kept():
    shared = []
    add = shared.append
    seen = []
    together(lambda: (add(1), add(2)), lambda: seen.append(len(shared)))
    assert seen != [1]


def list_method_as_target():
    shared = []
    seen = []
    thread = threading.Thread(target=shared.append, args=(1,))
    thread.start()
    seen.append(len(shared))
    thread.join()
    assert seen == [0]


def list_attribute_augmented():
    account = Account()
    account.items = ()

    def job():
        account.items += (1,)

    together(job, job)
    assert len(account.items) == 2


def list_of_own_subclass():
    class Mine(list):
        pass

    watched(Mine, two_appends, lambda shared: len(shared), 1)


def list_removed_while_iterating():
    shared = [1, 2, 3]
    seen = []

    def walk():
        for value in shared:
            seen.append(value)

    together(walk, lambda: shared.remove(1))
    assert seen in ([1, 2, 3], [2, 3])


# ---------------------------------------------------------------- dicts
def dict_augmented_item():
    shared = {"n": 0}

    def job():
        shared["n"] += 1

    together(job, job)
    assert shared["n"] == 2


def dict_get_then_set():
    shared = {}

    def job():
        shared["n"] = shared.get("n", 0) + 1

    together(job, job)
    assert shared["n"] == 2


def dict_check_then_act():
    shared = {}
    wins = []

    def job():
        if "n" not in shared:
            shared["n"] = 1
            wins.append(1)

    together(job, job)
    assert len(wins) == 1


def dict_setdefault():
    shared = {}
    seen = []
    together(lambda: shared.setdefault("n", 1), lambda: seen.append(shared.get("n")))
    assert seen == [1]


def dict_changed_while_iterating():
    shared = {"a": 1, "b": 2}

    def walk():
        for _ in shared:
            pass

    together(walk, lambda: shared.update(c=3))


def dict_items_while_changing():
    shared = {"a": 1, "b": 2}
    together(lambda: [k for k, v in shared.items()], lambda: shared.pop("a"))


def dict_values_summed():
    def change(shared):
        shared["a"] -= 1
        shared["b"] += 1

    watched(lambda: {"a": 1, "b": 1}, change, lambda shared: sum(shared.values()), 1)


def dict_keys_view_length():
    def change(shared):
        shared["a"] = 1
        shared["b"] = 2

    watched(dict, change, lambda shared: len(shared.keys()), 1)


def dict_unpacked():
    def change(shared):
        shared["a"] = 1
        shared["b"] = 2

    watched(dict, change, lambda shared: {**shared}, {"a": 1})


def dict_as_named_arguments():
    def change(shared):
        shared["a"] = 1
        shared["b"] = 2

    watched(dict, change, lambda shared: (lambda **all: all)(**shared), {"a": 1})


def dict_merged():
    def change(shared):
        shared["a"] = 1
        shared["b"] = 2

    watched(dict, change, lambda shared: shared | {}, {"a": 1})


def dict_deleted_item():
    shared = {"a": 1}

    def job():
        if "a" in shared:
            del shared["a"]

    together(job, job)


def dict_popitem():
    shared = {"a": 1}

    def job():
        if shared:
            shared.popitem()

    together(job, job)


def dict_comprehension():
    def change(shared):
        shared["a"] = 1
        shared["b"] = 2

    watched(dict, change, lambda shared: {k: v for k, v in shared.items()}, {"a": 1})


def dict_own_keys():
    shared = {}

    def job():
        key = Key(1)
        if key not in shared:
            shared[key] = 0
        shared[key] += 1

    together(job, job)
    assert shared[Key(1)] == 2


def default_dict():
    shared = defaultdict(int)

    def job():
        shared["n"] += 1

    together(job, job)
    assert shared["n"] == 2


def default_dict_grows_when_read():
    shared = defaultdict(list)
    seen = []
    together(lambda: shared["a"], lambda: seen.append(len(shared)))
    assert seen == [1]


def ordered_dict():
    shared = OrderedDict(a=1, b=2)
    seen = []
    together(lambda: shared.move_to_end("a"), lambda: seen.append(next(iter(shared))))
    assert seen == ["b"]


def counter():
    shared = Counter()

    def job():
        shared["n"] += 1

    together(job, job)
    assert shared["n"] == 2


def counter_update():
    shared = Counter()
    seen = []
    together(lambda: shared.update("ab"), lambda: seen.append(shared.most_common()))
    assert seen != [[]]


def user_dict():
    shared = UserDict(n=0)

    def job():
        shared["n"] += 1

    together(job, job)
    assert shared["n"] == 2


def user_list_inside():
    shared = UserList()
    seen = []
    together(lambda: shared.append(1), lambda: seen.append(len(shared.data)))
    assert seen == [1]


def chain_map():
    inner = {"n": 0}
    shared = collections.ChainMap(inner)

    def job():
        shared["n"] = inner["n"] + 1

    together(job, job)
    assert inner["n"] == 2


# ---------------------------------------------------------------- sets, deques, others
def set_check_then_act():
    shared = set()
    wins = []

    def job():
        if 1 not in shared:
            shared.add(1)
            wins.append(1)

    together(job, job)
    assert len(wins) == 1


def set_remove():
    shared = {1}

    def job():
        if 1 in shared:
            shared.remove(1)

    together(job, job)


def set_operators():
    def change(shared):
        shared.add(1)
        shared.add(2)

    watched(set, change, lambda shared: shared & {1, 2, 3}, {1})


def set_augmented():
    def change(shared):
        shared |= {1}
        shared |= {2}

    watched(set, change, lambda shared: set(shared), {1})


def set_frozen():
    def change(shared):
        shared.add(1)
        shared.add(2)

    watched(set, change, lambda shared: frozenset(shared), frozenset({1}))


def deque_popleft():
    shared = deque([1])

    def job():
        if shared:
            shared.popleft()

    together(job, job)


def deque_rotate():
    shared = deque([1, 2])
    seen = []
    together(lambda: shared.rotate(), lambda: seen.append(shared[0]))
    assert seen == [2]


def byte_array():
    shared = bytearray(b"\0")

    def job():
        shared[0] += 1

    together(job, job)
    assert shared[0] == 2


def memory_view():
    shared = bytearray(b"\0")
    view = memoryview(shared)

    def job():
        view[0] = shared[0] + 1

    together(job, job)
    assert shared[0] == 2


def heap():
    import heapq

    shared = [1]

    def job():
        if shared:
            heapq.heappop(shared)

    together(job, job)


def shuffled():
    shared = [1, 2]
    seen = []
    together(lambda: random.Random(1).shuffle(shared), lambda: seen.append(shared[0]))
    random.Random(1).shuffle(checked := [1, 2])
    assert seen == [checked[0]]


def real_array():
    import array

    shared = array.array("i", [0])

    def job():
        shared[0] += 1

    together(job, job)
    assert shared[0] == 2


def text_buffer():
    import io

    shared = io.StringIO()

    def job():
        shared.write("a")
        shared.write("b")

    together(job, job)
    assert shared.getvalue() == "abab"


# ---------------------------------------------------------------- iterators, generators
def shared_generator():
    def numbers():
        for number in range(2):
            yield number

    shared = numbers()
    together(lambda: next(shared, None), lambda: next(shared, None))


def shared_generator_in_loop():
    state = Account()

    def numbers():
        for number in range(2):
            state.balance = number
            yield number

    shared = numbers()

    def job():
        for _ in shared:
            pass

    together(job, job)


def generator_expression():
    source = [1, 2]
    shared = (value for value in source)
    seen = []
    together(lambda: seen.extend(shared), lambda: source.append(3))
    assert len(seen) == 2


def generator_sent():
    def accumulate():
        total = 0
        while True:
            total += yield total

    shared = accumulate()
    next(shared)
    seen = []
    together(lambda: seen.append(shared.send(1)), lambda: seen.append(shared.send(2)))
    assert seen == [1, 3]


def yield_from_shared():
    source = [1]

    def numbers():
        yield from source

    seen = []
    together(lambda: seen.extend(numbers()), lambda: source.append(2))
    assert seen == [1]


def shared_iterator():
    shared = iter([1, 2])
    seen = []

    def job():
        seen.append(next(shared))

    together(job, job)
    assert seen == [1, 2]


def shared_count():
    shared = itertools.count()
    got = {}

    def job(name):
        got[name] = next(shared)

    together(lambda: job("a"), lambda: job("b"))
    assert got == {"a": 0, "b": 1}


def shared_enumerate():
    shared = enumerate("ab")
    got = {}

    def job(name):
        got[name] = next(shared)

    together(lambda: job("a"), lambda: job("b"))
    assert got["a"] == (0, "a")


def map_with_callback():
    source = [1, 2]
    state = Account()
    seen = []

    def double(value):
        state.balance += 1
        return value * 2

    def look():
        seen.append(list(map(double, source)))

    together(look, lambda: source.append(3) if state.balance == 1 else None)
    assert len(seen[0]) == 2


def max_with_key():
    source = [1, 2]
    state = Account()
    seen = []

    def key(value):
        state.balance += 1
        return value

    def add():
        if state.balance == 1:
            source.append(3)

    together(lambda: seen.append(max(source, key=key)), add)
    assert seen == [2]


def reduced():
    source = [1, 2]
    state = Account()
    seen = []

    def add(one, two):
        state.balance += 1
        return one + two

    def grow():
        if state.balance == 1:
            source.append(3)

    together(lambda: seen.append(functools.reduce(add, source)), grow)
    assert seen == [3]


# ---------------------------------------------------------------- blocks and calls
def with_left_by_exception():
    lock = threading.Lock()
    account = Account()

    def job():
        value = account.balance
        with contextlib.suppress(ValueError), lock:
            raise ValueError
        account.balance = value + 1

    together(job, job)
    assert account.balance == 2


def context_manager_function():
    account = Account()

    @contextlib.contextmanager
    def counted():
        before = account.balance
        yield
        account.balance = before + 1

    def job():
        with counted():
            pass

    together(job, job)
    assert account.balance == 2


def attribute_made_by_partial():
    account = Account()

    def add(step):
        account.balance += step

    together(functools.partial(add, 1), functools.partial(add, 1))
    assert account.balance == 2


def callable_instance():
    class Job:
        def __init__(self):
            self.calls = 0

        def __call__(self):
            self.calls += 1

    job = Job()
    together(job, job)
    assert job.calls == 2


def static_and_class_methods():
    class Numbered:
        last = 0

        @classmethod
        def number(cls):
            cls.last += 1
            return cls.last

    together(Numbered.number, Numbered.number)
    assert Numbered.last == 2


def metaclass_state():
    class Meta(type):
        made = 0

        def __call__(cls, *args):
            Meta.made += 1
            return super().__call__(*args)

    class Made(metaclass=Meta):
        pass

    together(Made, Made)
    assert Meta.made == 2


def thread_subclass():
    class Job(threading.Thread):
        total = 0

        def run(self):
            Job.total += 1

    jobs = [Job(), Job()]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert Job.total == 2


def timer_callback():
    shared = []
    timer = threading.Timer(1, shared.append, [1])
    timer.start()
    seen = len(shared)
    timer.join()
    assert seen == 0


def named_tuple_of_shared():
    class Pair(NamedTuple):
        left: list
        right: list

    pair = Pair([], [])
    seen = []

    def job():
        pair.left.append(1)
        pair.right.append(1)

    together(job, lambda: seen.append(pair == ([1], [])))
    assert seen == [False]


def random_numbers():
    source = random.Random(1)
    got = {}

    def job(name):
        got[name] = source.random()

    together(lambda: job("a"), lambda: job("b"))
    assert got["a"] < got["b"]


def two_containers_at_once():
    one, two = [], []
    seen = []

    def job():
        one.append(1)
        two.append(1)

    together(job, lambda: seen.append(one == two))
    assert seen == [True]


def decorated():
    def counted(function):
        calls = 0

        @functools.wraps(function)
        def wrapper():
            nonlocal calls
            calls += 1
            wrapper.seen = calls
            return function()

        return wrapper

    @counted
    def job():
        pass

    together(job, job)
    assert job.seen == 2


# ---------------------------------------------------------------- behind the back
def attribute_through_super():
    class Base:
        total = 0

    class Derived(Base):
        def bump(self):
            Base.total = super().total + 1

    derived = Derived()
    together(derived.bump, derived.bump)
    assert Base.total == 2


def weak_proxy():
    import weakref

    account = Account()
    proxy = weakref.proxy(account)

    def job():
        proxy.balance += 1

    together(job, job)
    assert account.balance == 2


def property_of_a_getter():
    class Closed:
        value = property(operator.attrgetter("hidden"))

        def __init__(self):
            self.hidden = 0

    closed = Closed()
    seen = []

    def job():
        closed.hidden = 1
        closed.hidden = 2

    together(job, lambda: seen.append(closed.value))
    assert seen != [1]


def format_of_an_attribute():
    account = Account()
    seen = []

    def job():
        account.balance = 1
        account.balance = 2

    together(job, lambda: seen.append("{0.balance}".format(account)))
    assert seen != ["1"]


def json_default_of_dict():
    account = Point()
    seen = []

    def job():
        account.x = 1
        account.y = 1

    together(job, lambda: seen.append(json.dumps([account], default=lambda one: one.__dict__)))
    assert '"x": 1, "y": 0' not in seen[0]


def mapped_getter():
    accounts = [Account(), Account()]
    seen = []

    def job():
        accounts[0].balance = 1
        accounts[0].balance = 2

    together(job, lambda: seen.append(sum(map(operator.attrgetter("balance"), accounts))))
    assert seen != [1]


def shared_tee():
    one, two = itertools.tee(value for value in range(1, 3))
    got = {}

    def job(name, values):
        got[name] = next(values)

    source = [1]
    left, right = itertools.tee(source)
    together(lambda: source.append(2), lambda: got.update(n=len(list(right))))
    assert got["n"] == 2


def method_caller():
    account = Account()
    shared = []
    seen = []
    add = operator.methodcaller("append", 1)
    together(lambda: add(shared), lambda: seen.append(len(shared)))
    assert seen == [1]


def class_dict_view():
    class Numbered:
        last = 0

    seen = []

    def job():
        Numbered.last = 1
        Numbered.last = 2

    together(job, lambda: seen.append(vars(Numbered)["last"]))
    assert seen != [1]
