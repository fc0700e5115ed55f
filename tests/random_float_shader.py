# SPDX-License-Identifier: MIT
"""Random shaders of floats, vectors, matrices, arrays and structs of floats, and an interpreter of our own for them.

    shader = FloatShader(seed)
    shader.text                 # GLSL 1.50 and later: `void work()`, one statement a line; ELEMENT, an int, is its only input
    shader.run(element)         # [Event]: what each statement on that element's way finds

Exact values: a variable holds quarters from -64 to 64, to which Q brings each result; what is computed between has at most 24
significant bits, so that no operation rounds, in whatever order and however contracted (GLSL 4.60, section 4.7.1: + - * are correctly
rounded; the others that are used are defined by these, section 8.3). Loose values: quotients, square roots and exponentials of exact
values, within the units in the last place that section 4.7.1 allows; nothing is computed from them.
"""

import math
import random

KINDS = {"float": 1, "vec2": 2, "vec3": 3, "vec4": 4, "mat2": 4, "list": 3, "pair": 3}
DECLARED = {"list": "float %s[3]", "pair": "Pair %s"}
VECTORS = ("vec2", "vec3", "vec4")
HEAD = ("struct Pair { float a; vec2 b; };", "#define Q(x) clamp(floor((x) * 4.0) * 0.25, -64.0, 64.0)")


def quarter(x):
    return min(max(math.floor(x * 4) / 4, -64.0), 64.0)


class Event:
    """A statement is about to run. key: the same for all elements there; values: by name, lists of floats; tolerances: in units in the last place."""

    def __init__(self, line, key, values, tolerances, is_optional):
        self.line, self.key, self.values, self.tolerances, self.is_optional = line, key, values, tolerances, is_optional


class Variable:
    def __init__(self, name, kind, tolerance=0, is_global=False):
        self.name, self.kind, self.tolerance, self.is_global = name, kind, tolerance, is_global


def part_of(v, k):
    """The text of its k-th number."""
    if v.kind in VECTORS:
        return f"{v.name}.{'xyzw'[k]}"
    return v.name + {"float": "", "mat2": f"[{k // 2}][{k % 2}]", "list": f"[{k}]", "pair": (".a", ".b.x", ".b.y")[k % 3]}[v.kind]


class Run:
    def __init__(self, element):
        self.element, self.events, self.frames = element, [], [{}]
        self.path = []  # calls and iterations

    def event(self, line, visible=(), is_optional=False):
        known = [v for v in visible if v in self.frames[0 if v.is_global else -1]]  # what has been written
        self.events.append(Event(line, (*self.path, line, is_optional), {v.name: list(self.get(v)) for v in known}, {v.name: v.tolerance for v in known}, is_optional))

    def get(self, variable):
        return self.frames[0 if variable.is_global else -1][variable]

    def put(self, variable, value):
        self.frames[0 if variable.is_global else -1][variable] = value


class FloatShader:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.indent, self.n_names, self.depth = list(HEAD), 0, 0, 0
        self.globals = [Variable(f"g{i}", kind, is_global=True) for i, kind in enumerate(("float", self.random.choice(VECTORS), "list"))]
        self.starts = [[self.number() for _ in range(KINDS[v.kind])] for v in self.globals]
        self.scopes, self.functions = [self.globals], []
        for v in self.globals:
            self.line(self.declaration(v) + ";")
        for i in range(self.random.randint(1, 3)):
            self.functions.append(self.function(f"f{i}"))
        self.main = self.work()
        self.text = "\n".join(self.lines) + "\n"

    def run(self, element):
        run = Run(element)
        self.main(run)
        return run.events

    # ---- text ----

    def line(self, text):
        self.lines.append("\t" * self.indent + text)
        return len(self.lines)

    def number(self):
        return self.random.randint(-40, 40) / 4

    @staticmethod
    def literal(number):
        return f"({number})" if number < 0 else f"{number}"

    @staticmethod
    def declaration(v):
        return DECLARED.get(v.kind, v.kind + " %s") % v.name

    def new_name(self):
        self.n_names += 1
        return f"v{self.n_names}"

    def visible(self):
        return [v for scope in self.scopes for v in scope]

    def known(self, kinds, loose=False):
        return [v for v in self.visible() if v.kind in kinds and bool(v.tolerance) == loose]

    # ---- exact expressions: (text, value in a run: a list) ----

    def leaf(self):
        """A float with quarters."""
        r = self.random
        variables = self.known(KINDS)
        if not variables or r.random() < 0.2:
            number = self.number()
            return self.literal(number), lambda run: [number]
        v = r.choice(variables)
        k = r.randrange(KINDS[v.kind])
        return part_of(v, k), lambda run: [run.get(v)[k]]

    def calm(self):
        """A float, still of quarters."""
        r = self.random
        if r.random() < 0.5:
            return self.leaf()
        a, b = self.leaf(), self.leaf()
        text, value = r.choice((
            ("abs(%s)", lambda x, y: abs(x)), ("floor(%s)", lambda x, y: float(math.floor(x))), ("ceil(%s)", lambda x, y: float(math.ceil(x))),
            ("trunc(%s)", lambda x, y: float(math.trunc(x))), ("fract(%s)", lambda x, y: x - math.floor(x)),
            ("sign(%s)", lambda x, y: float((x > 0) - (x < 0))), ("-%s", lambda x, y: -x), ("min(%s, %s)", min), ("max(%s, %s)", max),
            ("step(%s, %s)", lambda x, y: 0.0 if y < x else 1.0), ("clamp(%s, -2.0, %s)", lambda x, y: min(max(x, -2.0), y))))
        if text == "clamp(%s, -2.0, %s)":  # not defined where the bounds are exchanged
            b = (f"abs({b[0]})", lambda run, inner=b[1]: [abs(inner(run)[0])])
        texts = (a[0], b[0])[:text.count("%s")]
        return f"({text % texts})", lambda run: [value(a[1](run)[0], b[1](run)[0])]

    def scalar(self, depth=2):
        r = self.random
        if depth == 0 or r.random() < 0.2:
            return self.calm()
        choice = r.random()
        if choice < 0.35:
            a, b = self.calm(), self.calm()
            return f"({a[0]} * {b[0]})", lambda run: [a[1](run)[0] * b[1](run)[0]]
        if choice < 0.45:
            kind = r.choice(VECTORS)
            a, b = self.vector(kind), self.vector(kind)
            return f"dot({a[0]}, {b[0]})", lambda run: [sum(x * y for x, y in zip(a[1](run), b[1](run), strict=True))]
        if choice < 0.55:
            a, b = self.leaf(), self.leaf()
            return f"mix({a[0]}, {b[0]}, 0.5)", lambda run: [(a[1](run)[0] + b[1](run)[0]) / 2]
        if choice < 0.7:
            c, a, b = self.condition(), self.scalar(depth - 1), self.scalar(depth - 1)
            return f"({c[0]} ? {a[0]} : {b[0]})", lambda run: a[1](run) if c[1](run) else b[1](run)
        a, b, minus = self.scalar(depth - 1), self.scalar(depth - 1), r.random() < 0.5
        return f"({a[0]} {'-' if minus else '+'} {b[0]})", lambda run: [a[1](run)[0] + (-1 if minus else 1) * b[1](run)[0]]

    def vector(self, kind):
        """Of quarters."""
        r, n = self.random, KINDS[kind]
        variables = self.known((kind,))
        if variables and r.random() < 0.4:
            v = r.choice(variables)
            return v.name, lambda run: run.get(v)
        variables = self.known(VECTORS)
        if variables and r.random() < 0.5:
            v = r.choice(variables)
            places = [r.randrange(KINDS[v.kind]) for _ in range(n)]
            return f"{v.name}.{''.join('xyzw'[p] for p in places)}", lambda run: [run.get(v)[p] for p in places]
        parts = [self.leaf() for _ in range(n)]
        return f"{kind}({', '.join(p[0] for p in parts)})", lambda run: [p[1](run)[0] for p in parts]

    def wide(self, kind):
        """A vector that is yet to be brought to quarters."""
        r = self.random
        a = self.vector(kind)
        choice = r.random()
        matrices = self.known(("mat2",))
        if kind == "vec2" and matrices and choice < 0.4:
            m, left = r.choice(matrices), r.random() < 0.5

            def product(run):
                (x, y), (a0, a1, b0, b1) = a[1](run), run.get(m)
                return [x * a0 + y * a1, x * b0 + y * b1] if left else [a0 * x + b0 * y, a1 * x + b1 * y]
            return f"({a[0]} * {m.name})" if left else f"({m.name} * {a[0]})", product
        if choice < 0.6:
            s = self.leaf()
            return f"({a[0]} * {s[0]})", lambda run: [x * s[1](run)[0] for x in a[1](run)]
        b, sign = self.vector(kind), r.choice("+-*")
        value = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y}[sign]
        return f"({a[0]} {sign} {b[0]})", lambda run: [value(x, y) for x, y in zip(a[1](run), b[1](run), strict=True)]

    def condition(self):
        a, b, sign = self.calm(), self.calm(), self.random.choice(("<", ">", "<=", ">=", "==", "!="))
        value = {"<": lambda x, y: x < y, ">": lambda x, y: x > y, "<=": lambda x, y: x <= y, ">=": lambda x, y: x >= y,
                 "==": lambda x, y: x == y, "!=": lambda x, y: x != y}[sign]
        return f"({a[0]} {sign} {b[0]})", lambda run: value(a[1](run)[0], b[1](run)[0])

    def whole(self, kind):
        """A value of quarters for a variable of that kind."""
        if kind == "float":
            a = self.scalar()
            return f"Q({a[0]})", lambda run: [quarter(a[1](run)[0])]
        if kind in VECTORS:
            a = self.wide(kind)
            return f"Q({a[0]})", lambda run: [quarter(x) for x in a[1](run)]
        parts = [self.leaf() for _ in range(KINDS[kind])]
        texts = [p[0] for p in parts]
        text = {"mat2": "mat2({}, {}, {}, {})", "list": "float[3]({}, {}, {})", "pair": "Pair({}, vec2({}, {}))"}[kind].format(*texts)
        return text, lambda run: [p[1](run)[0] for p in parts]

    def loose(self):
        """text, value, units in the last place. Of sqrt: of 1 / inversesqrt(x); of exp2 as in table 4.7.1 for |x| up to 4."""
        a, b = self.leaf(), self.leaf()
        text, value, tolerance = self.random.choice((
            ("%s / (abs(%s) + 1.0)", lambda x, y: x / (abs(y) + 1), 2.5),
            ("inversesqrt(abs(%s) + abs(%s) + 0.25)", lambda x, y: (abs(x) + abs(y) + 0.25) ** -0.5, 2),
            ("sqrt(abs(%s) + abs(%s) + 0.25)", lambda x, y: (abs(x) + abs(y) + 0.25) ** 0.5, 4.5),
            ("exp2(clamp(%s + %s, -4.0, 4.0))", lambda x, y: 2 ** min(max(x + y, -4), 4), 3 + 2 * 4)))
        return text % (a[0], b[0]), lambda run: [value(a[1](run)[0], b[1](run)[0])], tolerance

    # ---- statements ----

    def simple(self, text, action):
        visible = self.visible()
        line = self.line(text)

        def statement(run):
            run.event(line, visible)
            action(run)
        return statement

    def declare(self):
        r = self.random
        if r.random() < 0.2:
            text, value, tolerance = self.loose()
            v = Variable(self.new_name(), "float", tolerance)
        else:
            v = Variable(self.new_name(), r.choice(("float", "float", *KINDS)))
            text, value = self.whole(v.kind)
        statement = self.simple(f"{self.declaration(v)} = {text};", lambda run: run.frames[-1].__setitem__(v, value(run)))
        self.scopes[-1].append(v)
        return statement

    def assign(self):
        r = self.random
        v = r.choice(self.known(KINDS))
        if v.kind == "float" or r.random() < 0.5:
            text, value = self.whole(v.kind)
            return self.simple(f"{v.name} = {text};", lambda run: run.put(v, value(run)))
        k = r.randrange(KINDS[v.kind])
        text, value = self.whole("float")

        def set_part(run):
            new, whole = value(run), list(run.get(v))
            whole[k] = new[0]
            run.put(v, whole)
        return self.simple(f"{part_of(v, k)} = {text};", set_part)

    def call(self):
        if not self.functions:
            return self.assign()
        name, parameters, body = self.random.choice(self.functions)
        v = self.random.choice(self.known(("float",)))
        given = [self.whole(p.kind) for p in parameters]
        visible = self.visible()
        line = self.line(f"{v.name} = {name}({', '.join(g[0] for g in given)});")

        def statement(run):
            run.event(line, visible)
            run.frames.append(dict(zip(parameters, [g[1](run) for g in given], strict=True)))
            run.path.append(("call", line))
            result = body(run)
            run.path.pop()
            run.frames.pop()
            run.event(line, is_optional=True)
            run.put(v, result)
        return statement

    def block(self, n):
        self.indent += 1
        self.depth += 1
        self.scopes.append([])
        statements = [self.statement() for _ in range(n)]
        self.scopes.pop()
        self.depth -= 1
        self.indent -= 1

        def run_all(run):
            for statement in statements:
                statement(run)
        return run_all

    def branch(self):
        condition, visible = self.condition(), self.visible()
        line = self.line(f"if {condition[0]} {{")
        then, other = self.block(self.random.randint(1, 2)), None
        if self.random.random() < 0.5:
            self.line("} else {")
            other = self.block(1)
        self.line("}")

        def statement(run):
            run.event(line, visible)
            if condition[1](run):
                then(run)
            elif other:
                other(run)
        return statement

    def loop(self):
        n, visible = self.random.randint(1, 3), self.visible()
        counter = f"i{self.n_names}"
        self.n_names += 1
        line = self.line(f"for (float {counter} = 0.0; {counter} < {n}.0; {counter} += 1.0) {{")
        body = self.block(self.random.randint(1, 2))
        self.line("}")

        def statement(run):
            for i in range(n):
                run.path.append(i)
                run.event(line, visible)
                body(run)
                run.path.pop()
            run.path.append(n)
            run.event(line, visible)
            run.path.pop()
        return statement

    def statement(self):
        kinds = [self.declare] * 3 + [self.assign] * 3 + [self.call]
        if self.depth < 3:
            kinds += [self.branch, self.loop]
        return self.random.choice(kinds)()

    def function(self, name):
        parameters = [Variable(f"p{i}", self.random.choice(("float", "float", "vec2", "vec4", "pair"))) for i in range(self.random.randint(1, 2))]
        self.line(f"float {name}({', '.join(self.declaration(p) for p in parameters)}) {{")
        self.scopes.append(list(parameters))
        inner, self.functions = self.functions, []  # no calls of calls: their lines would follow one another
        self.indent += 1
        statements = [self.statement() for _ in range(self.random.randint(1, 3))]
        text, value = self.whole("float")
        visible = self.visible()
        line = self.line(f"return {text};")
        self.indent -= 1
        self.line("}")
        self.scopes.pop()
        self.functions = inner

        def body(run):
            for statement in statements:
                statement(run)
            run.event(line, visible)
            return value(run)
        return name, parameters, body

    def work(self):
        self.line("void work() {")
        self.indent += 1
        first = Variable("element", "float")
        statements = [self.simple("float element = Q(float(ELEMENT) * 1.25 - 8.0);",
                                  lambda run: run.frames[-1].__setitem__(first, [quarter(run.element * 1.25 - 8)]))]
        self.scopes.append([first])
        for v, start in zip(self.globals, self.starts, strict=True):
            texts = [self.literal(n) for n in start]
            text = f"float[3]({', '.join(texts)})" if v.kind == "list" else f"{v.kind}({', '.join(texts)})"
            statements.append(self.simple(f"{v.name} = {text};", lambda run, v=v, start=start: run.put(v, list(start))))
        statements += [self.statement() for _ in range(self.random.randint(5, 9))]
        self.indent -= 1
        self.line("}")
        self.scopes.pop()

        def main(run):
            run.frames.append({})
            for statement in statements:
                statement(run)
        return main
