# ruff: noqa - odd syntax of every make is wanted here
"""Functions that use every construct; the instrumented module has to answer as the plain one does."""

import asyncio, contextlib, threading, sys
from dataclasses import dataclass

NUM = 0
HANDLERS = [lambda: n for n in range(3)]


class K:
    fs = [lambda: i for i in range(3)]
    __slots__ = ()

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)

    @staticmethod
    def st():
        return 1


def class_body_in_a_function():
    class Inner:
        total = 0
        for i in range(3):
            total += i
        xs = [1, 2]
        xs[0] += 5
        ys = [x + 1 for x in xs if x]

        def m(self):
            return __class__.__name__

        zs = {k: v for k, v in zip("ab", xs)}

    return (
        Inner.total,
        Inner.xs,
        Inner.ys,
        Inner().m(),
        sorted(k for k in vars(Inner) if k.startswith("@")),
    )


async def co(x):
    async with contextlib.AsyncExitStack() as st:
        pass
    return [i async for i in agen(x)] + [await one(i) for i in range(x)]


async def agen(n):
    for i in range(n):
        yield i


async def one(x):
    return x


def asynchronous():
    c = co(2)
    try:
        while True:
            c.send(None)
    except StopIteration as e:
        return e.value


def generator_protocol():
    def gen():
        try:
            got = yield 1
            while got:
                got = yield got * 2
        except ValueError as e:
            yield str(e)
        finally:
            seen.append("fin")
        return "r"

    seen = []
    g = gen()
    out = [next(g), g.send(3), g.throw(ValueError("x"))]

    def outer():
        r = yield from gen()
        seen.append(r)

    o = outer()
    next(o)
    o.close()
    return out, seen


def f4(a, /, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw


def starred_arguments():
    return f4(1, *[2, 3], c=5, **{"z": 1}), f4(*(1,), **dict(c=1))


def annotations_and_globals():
    x: int = 5
    y: "list[int]"
    (z) = x
    global NUM
    NUM = 0
    NUM += (lambda: 3)()
    del x
    return z, NUM, [h() for h in HANDLERS], [h() for h in K.fs]


def exception_groups():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        a = e.exceptions
    except* TypeError as e:
        b = e.exceptions
    return repr(a), repr(b)


def odd_targets():
    d = {}
    for d["k"] in range(3):
        pass
    with contextlib.nullcontext(4) as d["w"]:
        pass
    [d["c"] for d["c"] in [7]] if False else None
    a = b = c = []
    a, (b, *c) = 1, (2, 3, 4)
    d[1:2, ...] = 3 if False else 4
    return d["k"], d["w"], a, b, c


class Meta(type):
    def __call__(cls, *a, **k):
        o = super().__call__(*a, **k)
        o.tag = "m"
        return o


class WithMeta(metaclass=Meta):
    def __init__(self, x):
        self.x = x

    def __getattr__(self, n):
        return n.upper()

    def __setattr__(self, n, v):
        super().__setattr__(n, v)

    def __delattr__(self, n):
        super().__delattr__(n)

    def __eq__(self, o):
        return isinstance(o, WithMeta) and o.x == self.x

    def __hash__(self):
        return hash(self.x)

    def __lt__(self, o):
        return self.x < o.x

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return True

    def __iter__(self):
        yield from (1, 2)

    def __contains__(self, k):
        return k == self.x

    def __call__(self, y):
        return y + self.x

    def __bool__(self):
        return self.x > 0

    def __format__(self, s):
        return f"<{self.x}{s}>"


def every_operator_method():
    w, v = WithMeta(1), WithMeta(0)
    del w.tag
    s = {w, WithMeta(1), v}
    with w:
        raise KeyError
    x, y = w
    return (
        len(s),
        w in s,
        sorted([w, v])[0].x,
        [*w],
        1 in w,
        w(3),
        bool(v),
        f"{w:q}",
        w.tag,
        max(w, v).x,
        w == WithMeta(1),
        [w] == [WithMeta(1)],
        [w].index(WithMeta(1)),
        {w: 1}[WithMeta(1)],
        x,
        y,
        w and 1,
        not v,
    )


def deep_recursion(n=600):
    return n if n == 0 else deep_recursion(n - 1)


def decorators_and_patterns():
    def deco(**kw):
        def inner(f):
            f.kw = kw
            return f

        return inner

    @deco(a=1)
    def g(x=[1, 2]):
        return x

    @dataclass(order=True)
    class D:
        a: int
        b: str = "x"

    match D(1, "y"):
        case D(a=1, b="z"):
            r = 0
        case D(a=n, b=str() as q) if n > 0:
            r = n, q
    match {"k": [1, (2, 3)], "o": 1}:
        case {"k": [int(p), (w, *rest)], **others}:
            r2 = p, w, rest, others
    return g.kw, g(), D(1) < D(2), r, r2


def comprehensions():
    return (
        [y := 1, y**2],
        [last := v for v in range(3)],
        last,
        {k: (lambda: k)() for k in "ab"},
        list(x for x in (lambda: [1, 2])()),
        [(i, j) for i in range(2) for j in range(i)],
    )


def callbacks():
    xs = [3, 1]
    xs.sort(key=lambda v: v)
    xs.sort(reverse=True)
    return (
        xs,
        sum(map(lambda a: a * 2, xs)),
        list(filter(None, xs)),
        max(xs, key=lambda v: -v),
        min([], default=3),
        sorted(xs, key=str),
    )


def dynamic_attributes():
    o = type("T", (), {"a": 1})()
    setattr(o, "b", 2)
    o.__dict__["c"] = 3
    return vars(o), getattr(o, "zz", None), hasattr(o, "b"), o.__class__.__name__, sorted(locals())


async def coroutine():
    lock = [0]
    lock[0] += await one(3)
    return lock


def augmented_in_a_coroutine():
    try:
        coroutine().send(None)
    except StopIteration as e:
        return e.value


def import_forms():
    import os.path as p, sys as s
    from collections import deque as dq, OrderedDict

    return p.join("a", "b"), dq([1]), OrderedDict


ALL = [
    class_body_in_a_function,
    asynchronous,
    generator_protocol,
    starred_arguments,
    annotations_and_globals,
    exception_groups,
    odd_targets,
    every_operator_method,
    deep_recursion,
    decorators_and_patterns,
    comprehensions,
    callbacks,
    dynamic_attributes,
    augmented_in_a_coroutine,
    import_forms,
]
