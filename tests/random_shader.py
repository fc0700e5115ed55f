# SPDX-License-Identifier: MIT
"""Random shaders of integers and bools, with is_wide of doubles and 64-bit integers too, and an interpreter of our own for them.

    shader = Shader(seed)
    shader.text                    # GLSL 1.30 and later, is_wide 4.50: `void work()`, one statement a line; ELEMENT is its only input
    run = shader.run(element)      # Run: its events, and the globals that it leaves

Every value is defined by GLSL: integers wrap (GLSL 4.60 section 4.1.3), doubles are sums and halves of quarters (exact), shifts are by constants, arrays are indexed within
their sizes, nothing is read before it is written, and no expression has two side effects, or one beside a use of what it
changes (the order of evaluation is not defined).
"""

import copy
import random


class Discard(Exception):
    pass


class Break(Exception):
    pass


class Continue(Exception):
    pass


class Return(Exception):
    def __init__(self, value):
        super().__init__()
        self.value = value


def wrap(n):
    return (n + (1 << 31)) % (1 << 32) - (1 << 31)


class Variable:
    """A name at a place of the text. Values: int, bool, float (double), list (array: of 4 ints; vector: ivec4; cells: of 2 dicts), dict (pair)."""

    def __init__(self, name, kind, is_fixed=False, is_global=False):
        self.name, self.kind, self.is_fixed, self.is_global = name, kind, is_fixed, is_global


class Event:
    """A statement (or part of one that stands on a line of its own) is about to run."""

    def __init__(self, line, key, values, is_optional):
        self.line, self.key, self.values, self.is_optional = line, key, values, is_optional


class Run:
    """One element. events; output: g0 to g3 at the end; discarded."""

    def __init__(self, shader, element):
        self.shader, self.element = shader, element
        self.events, self.globals = [], {}
        self.frames = []  # [call, iterations, values by Variable]
        self.output, self.discarded = None, False
        for variable, value in shader.globals:
            self.globals[variable] = value
        try:
            self.call(shader.main, None, [])
        except Discard:
            self.discarded = True
        self.output = [self.globals[v] for v, _ in shader.globals]

    def get(self, variable):
        return self.globals[variable] if variable.is_global else self.frames[-1][2][variable]

    def put(self, variable, value):
        (self.globals if variable.is_global else self.frames[-1][2])[variable] = value

    def event(self, line, node, visible, is_optional=False):
        frame = self.frames[-1]
        key = tuple((f[0], tuple(f[1])) for f in self.frames) + (id(node),)
        values = {}
        for variable in visible:  # inner names come later
            if variable.is_global or variable in frame[2]:
                value = self.get(variable)
                values[variable.name] = copy.deepcopy(value)
            else:
                values.pop(variable.name, None)
        self.events.append(Event(line, key, values, is_optional))

    def call(self, function, site, arguments):
        given = {p: a for p, a, way in zip(function.parameters, arguments, function.ways, strict=True) if way != "out"}
        self.frames.append([id(site), [], given])
        value = None
        try:
            function.body(self)
            self.event(function.end_line, function, function.visible, True)
        except Return as result:
            value = result.value
        frame = self.frames.pop()
        return value, [frame[2][p] for p in function.parameters]


class Function:
    def __init__(self, name, kind, parameters, ways):
        self.name, self.kind, self.parameters, self.ways = name, kind, parameters, ways
        self.body, self.end_line, self.visible = None, 0, []
        self.weight = 0  # statements, those of the functions that it calls included


class Expression:
    """text, and what it is worth in a run."""

    def __init__(self, text, value):
        self.text, self.value = text, value


ARITHMETIC = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b,
              "|": lambda a, b: a | b, "^": lambda a, b: a ^ b}
TYPES = {"int": "int %s", "array": "int %s[4]", "pair": "Pair %s", "cells": "Pair %s[2]", "vector": "ivec4 %s"}
WIDE = {"double": "double %s", "long": "int64_t %s", "ulong": "uint64_t %s"}
WRAPS = {"double": lambda n: n, "long": lambda n: (n + (1 << 63)) % (1 << 64) - (1 << 63), "ulong": lambda n: n % (1 << 64)}
COMPARISONS = {"<": lambda a, b: a < b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
               "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


class Shader:
    def __init__(self, seed, may_discard=True, is_wide=False):
        self.random = random.Random(seed)
        self.may_discard, self.is_wide = may_discard, is_wide
        self.types = {**TYPES, **(WIDE if is_wide else {})}
        self.lines, self.indent = [], 0
        self.scopes = []  # visible Variables, outermost first
        self.functions = []
        self.n_names = self.n_statements = 0
        self.loops = 0  # around what is written now, within its function
        self.element = Variable("element", "int", is_fixed=True)
        self.globals = [(Variable(f"g{i}", "int", is_global=True), self.random.randint(-9, 9)) for i in range(4)]
        self.write_text()

    def run(self, element):
        return Run(self, element)

    # ---- text ----

    def line(self, text):
        self.lines.append("\t" * self.indent + text)
        return len(self.lines)

    def write_text(self):
        self.line("struct Pair { int a; int b[2]; };")
        for variable, value in self.globals:
            self.line(f"int {variable.name} = {value};")
        self.scopes.append([v for v, _ in self.globals])
        for i in range(self.random.randint(1, 4)):
            self.functions.append(self.write_function(i))
        self.main = self.write_main()
        self.text = "\n".join(self.lines) + "\n"

    def write_function(self, i):
        kind = self.random.choice(("int", "int", "bool", "void"))
        parameters = [Variable(f"p{k}", self.random.choice(("int", "int", "int", *self.types))) for k in range(self.random.randint(1, 3))]
        ways = [self.random.choice(("in", "in", "inout", "out")) for _ in parameters]
        function = Function(f"f{i}", kind, parameters, ways)
        listed = ", ".join(way + " " + self.types[p.kind] % p.name for p, way in zip(parameters, ways, strict=True))
        self.line(f"{kind} {function.name}({listed})")
        self.scopes.append([p for p, way in zip(parameters, ways, strict=True) if way != "out"])
        self.write_body(function, self.random.randint(2, 5))
        self.scopes.pop()
        return function

    def write_main(self):
        function = Function("work", "void", [], [])
        self.line("void work()")
        self.scopes.append([])
        self.write_body(function, self.random.randint(5, 9), is_main=True)
        self.scopes.pop()
        return function

    def write_body(self, function, n, is_main=False):
        self.function, self.loops, self.outer_loops, self.n_statements = function, 0, 0, 0
        self.line("{")
        self.indent += 1
        statements = []
        if is_main:
            line = self.line("int element = ELEMENT;")
            visible = self.visible()
            self.scopes[-1].append(self.element)

            def take(run):
                run.event(line, take, visible)
                run.put(self.element, run.element)
            statements.append(take)
        for parameter, way in zip(function.parameters, function.ways, strict=True):
            if way == "out":
                statements.append(self.set_whole(parameter))
                self.scopes[-1].append(parameter)
        statements += self.write_block(n)
        if function.kind != "void":
            statements.append(self.write_return())
        self.indent -= 1
        function.end_line = self.line("}")
        function.visible = self.visible()

        def body(run):
            for statement in statements:
                statement(run)
        function.body = body

    def write_block(self, n):
        return [self.write_statement() for _ in range(n)]

    def write_scope(self, n, braces=True):
        """A block with names of its own."""
        self.line("{")
        self.indent += 1
        self.scopes.append([])
        statements = self.write_block(n)
        self.scopes.pop()
        self.indent -= 1
        self.line("}")

        def run_all(run):
            for statement in statements:
                statement(run)
        return run_all

    # ---- names ----

    def visible(self):
        return [v for scope in self.scopes for v in scope]

    def known(self, kind, to_write=False):
        named = {}
        for variable in self.visible():
            named[variable.name] = variable
        return [v for v in named.values() if v.kind == kind and not (to_write and v.is_fixed)]

    def new_name(self, may_hide=True):
        inherited = [v.name for scope in self.scopes[1:-1] for v in scope if v.name not in ("element",)]
        taken = [v.name for v in self.scopes[-1]] + [v.name for v in self.visible() if v.is_fixed]
        free = [name for name in inherited if name not in taken and len(self.scopes) > 2]
        if may_hide and free and self.random.random() < 0.2:  # hides an outer one
            return self.random.choice(free)
        self.n_names += 1
        return f"v{self.n_names}"

    # ---- expressions without side effects ----

    def integer(self, depth=2, without=()):
        r = self.random
        choice = r.random()
        variables = [v for v in self.known("int") if v not in without]
        if depth == 0 or choice < 0.35:
            if variables and r.random() < 0.75:
                variable = r.choice(variables)
                return Expression(variable.name, lambda run: run.get(variable))
            number = r.randint(-20, 20)
            return Expression(f"({number})" if number < 0 else str(number), lambda run: number)
        if choice < 0.5:
            part = self.part(without)
            if part:
                return Expression(part[0], lambda run: part[1](run)[0])
        if self.is_wide and r.random() < 0.2:
            kind = r.choice(("long", "ulong"))
            a, n = self.wide(kind, 1, without), r.randint(0, 40)
            mask = "255L" if kind == "long" else "255UL"
            return Expression(f"int(({a.text} >> {n}) & {mask})", lambda run: a.value(run) >> n & 255)
        if choice < 0.6:
            a, n, left = self.integer(depth - 1, without), r.randint(0, 7), r.random() < 0.5
            return Expression(f"({a.text} {'<<' if left else '>>'} {n})",
                              lambda run: wrap(a.value(run) << n) if left else a.value(run) >> n)
        if choice < 0.72:
            condition, a, b = self.truth(depth - 1, without), self.integer(depth - 1, without), self.integer(depth - 1, without)
            return Expression(f"({condition.text} ? {a.text} : {b.text})",
                              lambda run: a.value(run) if condition.value(run) else b.value(run))
        sign = r.choice(list(ARITHMETIC))
        a, b = self.integer(depth - 1, without), self.integer(depth - 1, without)
        return Expression(f"({a.text} {sign} {b.text})", lambda run: wrap(ARITHMETIC[sign](a.value(run), b.value(run))))

    def truth(self, depth=2, without=()):
        r = self.random
        choice = r.random()
        variables = [v for v in self.known("bool") if v not in without]
        if variables and choice < 0.2:
            variable = r.choice(variables)
            return Expression(variable.name, lambda run: run.get(variable))
        if depth > 0 and choice < 0.5:
            sign, a, b = r.choice(("&&", "||", "^^")), self.truth(depth - 1, without), self.truth(depth - 1, without)
            value = {"&&": lambda run: a.value(run) and b.value(run), "||": lambda run: a.value(run) or b.value(run),
                     "^^": lambda run: a.value(run) != b.value(run)}[sign]
            return Expression(f"({a.text} {sign} {b.text})", value)
        if depth > 0 and choice < 0.58:
            a = self.truth(depth - 1, without)
            return Expression(f"!{a.text}" if a.text[0] == "(" else f"!({a.text})", lambda run: not a.value(run))
        sign = r.choice(list(COMPARISONS))
        a, b = self.integer(min(depth, 1), without), self.integer(min(depth, 1), without)
        if self.is_wide and r.random() < 0.4:
            kind = r.choice(list(WIDE))
            a, b = self.wide(kind, 1, without), self.wide(kind, 1, without)
        return Expression(f"({a.text} {sign} {b.text})", lambda run: COMPARISONS[sign](a.value(run), b.value(run)))

    def wide(self, kind, depth=2, without=()):
        """A double or a 64-bit integer."""
        r = self.random
        choice = r.random()
        variables = [v for v in self.known(kind) if v not in without]
        if variables and choice < 0.4:
            variable = r.choice(variables)
            return Expression(variable.name, lambda run: run.get(variable))
        if depth == 0 or choice < 0.45:
            if kind == "double":
                number = r.randint(-99, 99) / 4
                return Expression(f"({number}lf)", lambda run: number)
            number = r.choice((r.randint(0, 99), r.getrandbits(62)))
            return Expression(f"0x{number:x}{'L' if kind == 'long' else 'UL'}", lambda run: number)
        a = self.integer(depth - 1, without)
        if choice < 0.65 and kind == "ulong":
            b = self.wide("long", depth - 1, without)
            return Expression(f"(uint64_t({a.text} & 65535) + uint64_t({b.text}))", lambda run: ((a.value(run) & 65535) + b.value(run)) % (1 << 64))
        if choice < 0.65:
            return Expression(f"{WIDE[kind] % ''}({a.text})".replace(" (", "("), a.value if kind == "long" else lambda run: float(a.value(run)))
        a = self.wide(kind, depth - 1, without)
        if choice < 0.75:
            n = r.randint(0, 63)
            if kind == "double":
                return Expression(f"({a.text} * 0.5lf)", lambda run: a.value(run) * 0.5)
            left = r.random() < 0.6
            return Expression(f"({a.text} {'<<' if left else '>>'} {n})", lambda run: WRAPS[kind](a.value(run) << n) if left else a.value(run) >> n)
        b, sign = self.wide(kind, depth - 1, without), r.choice("+-" if kind == "double" else list(ARITHMETIC))
        return Expression(f"({a.text} {sign} {b.text})", lambda run: WRAPS[kind](ARITHMETIC[sign](a.value(run), b.value(run))))

    def part(self, without=(), to_write=False):
        """text, and (value, how to set it) of an element of an array or a member."""
        r = self.random
        variables = [v for kind in ("array", "vector", "pair", "cells") for v in self.known(kind, to_write) if v not in without]
        if not variables:
            return None
        variable = r.choice(variables)
        text, steps = variable.name, []  # each: what gives the index or the member's name

        def index(size):
            at = self.integer(0, without)
            steps.append(lambda run: at.value(run) & (size - 1))
            return f"[{at.text} & {size - 1}]"
        if variable.kind == "cells":
            text += index(2)
        if variable.kind in ("array", "vector") and not (variable.kind == "vector" and r.random() < 0.5):
            text += index(4)
        elif variable.kind == "vector":
            n = r.randint(0, 3)
            steps.append(lambda run: n)
            text += "." + "xyzw"[n]
        elif r.random() < 0.4:
            steps.append(lambda run: "a")
            text += ".a"
        else:
            steps.append(lambda run: "b")
            text += ".b" + index(2)

        def part(run):
            path = [step(run) for step in steps]

            def put(n):
                value = copy.deepcopy(run.get(variable))
                at = value
                for key in path[:-1]:
                    at = at[key]
                at[path[-1]] = n
                run.put(variable, value)
            value = run.get(variable)
            for key in path:
                value = value[key]
            return value, put
        part.variable = variable
        return text, part

    def whole(self, kind, without=()):
        """A value of a kind that is no int or bool."""
        if kind in WIDE:
            return self.wide(kind, 2, without)
        same = [v for v in self.known(kind) if v not in without]
        if same and self.random.random() < 0.3:
            variable = self.random.choice(same)
            return Expression(variable.name, lambda run: copy.deepcopy(run.get(variable)))
        n = {"array": 4, "vector": 4, "pair": 3, "cells": 6}[kind]
        values = [self.integer(1, without) for _ in range(n)]
        texts = [v.text for v in values]

        def pair(run, at):
            return {"a": values[at].value(run), "b": [values[at + 1].value(run), values[at + 2].value(run)]}

        def pair_text(at):
            return f"Pair({texts[at]}, int[2]({texts[at + 1]}, {texts[at + 2]}))"
        if kind == "pair":
            return Expression(pair_text(0), lambda run: pair(run, 0))
        if kind == "cells":
            return Expression(f"Pair[2]({pair_text(0)}, {pair_text(3)})", lambda run: [pair(run, 0), pair(run, 3)])
        return Expression(f"{'ivec4' if kind == 'vector' else 'int[4]'}({', '.join(texts)})", lambda run: [v.value(run) for v in values])

    def set_whole(self, variable):
        value = self.integer() if variable.kind == "int" else self.whole(variable.kind)
        return self.simple(f"{variable.name} = {value.text};", lambda run: run.put(variable, value.value(run)))

    # ---- expressions with one side effect ----

    def a_call(self, kinds):
        """text, value(run); what the call may change is whatever is global, and its inout arguments."""
        r = self.random
        functions = [f for f in self.functions if f.kind in kinds]
        if not functions:
            return None
        function = r.choice(functions)
        self.function.weight += function.weight
        texts, values = [None] * len(function.ways), [None] * len(function.ways)
        changed, fixed = [], [v for v, _ in self.globals]
        for i, (parameter, way) in enumerate(zip(function.parameters, function.ways, strict=True)):
            if way == "in":
                continue
            part = self.part(changed + fixed, True) if parameter.kind == "int" and r.random() < 0.3 else None
            if part:
                variable = part[1].variable
                texts[i], values[i] = part[0], part[1]
            else:
                free = [v for v in self.known(parameter.kind, True) if not v.is_global and v not in changed]
                if not free:
                    return None
                variable = r.choice(free)

                def lvalue(run, v=variable):
                    return copy.deepcopy(run.get(v)), lambda n: run.put(v, n)
                texts[i], values[i] = variable.name, lvalue
            changed.append(variable)
        indices = "".join(t for t in texts if t and "[" in t)
        for variable in changed:  # one argument's index by what another changes
            if f"[{variable.name} " in indices:
                return None
        for i, (parameter, way) in enumerate(zip(function.parameters, function.ways, strict=True)):
            if way == "in":
                argument = self.integer(1, changed) if parameter.kind == "int" else self.whole(parameter.kind, changed)
                texts[i], values[i] = argument.text, argument.value
        site = object()

        def value(run):
            line, given = run.events[-1].line, []
            for i, way in enumerate(function.ways):
                given.append(values[i](run) if way == "in" else values[i](run)[0])
            puts = [value_(run)[1] if way != "in" else None for value_, way in zip(values, function.ways, strict=True)]
            result, after = run.call(function, site, given)
            for put, n in zip(puts, after, strict=True):
                if put:
                    put(n)
            run.event(line, site, [], True)
            return result
        return Expression(f"{function.name}({', '.join(texts)})", value), function, changed

    def effect(self, kind):
        """An integer or a bool whose evaluation may change something; nothing else in it reads what changes."""
        r = self.random
        made = self.a_call((kind,)) if r.random() < 0.7 else None
        if made and kind == "int":
            call, n = made[0], r.randint(1, 9)
            other = self.a_call((kind,)) if r.random() < 0.2 else None
            if other:  # one of two, which may be that of another two
                condition = self.truth(1, [v for v, _ in self.globals] + made[2] + other[2])
                return Expression(f"{condition.text} ? {call.text} : {n} > 4 ? {other[0].text} : {n}",
                                  lambda run: call.value(run) if condition.value(run) else other[0].value(run) if n > 4 else n)
            if r.random() < 0.4:  # in one arm only
                condition, flip = self.truth(1, [v for v, _ in self.globals] + made[2]), r.random() < 0.5
                arms = (call.text, str(n)) if flip else (str(n), call.text)
                return Expression(f"{condition.text} ? {arms[0]} : {arms[1]}",
                                  lambda run: call.value(run) if condition.value(run) == flip else n)
            return Expression(f"{call.text} + {n}", lambda run: wrap(call.value(run) + n))
        if made:
            call, sign = made[0], r.choice(("&&", "||"))
            first = self.truth(1, made[2])
            if sign == "&&":
                return Expression(f"{first.text} && {call.text}", lambda run: first.value(run) and call.value(run))
            return Expression(f"{first.text} || {call.text}", lambda run: first.value(run) or call.value(run))
        variables = self.known("int", True)
        if not variables:
            return None
        variable, step, before = r.choice(variables), r.choice((1, -1)), r.random() < 0.5

        def changing(run):
            old = run.get(variable)
            run.put(variable, wrap(old + step))
            return run.get(variable) if before else old
        sign = "++" if step > 0 else "--"
        text = sign + variable.name if before else variable.name + sign
        if kind == "int":
            return Expression(text, changing)
        first, limit = self.truth(1), r.randint(-5, 5)
        if r.random() < 0.5:
            return Expression(f"{first.text} && {text} > ({limit})", lambda run: first.value(run) and changing(run) > limit)
        return Expression(f"{first.text} || {text} > ({limit})", lambda run: first.value(run) or changing(run) > limit)

    # ---- statements ----

    def write_statement(self):
        self.n_statements += 1
        self.function.weight += 1
        r = self.random
        nested = self.indent < 5 and self.n_statements < 16
        kinds = [self.declare] * 3 + [self.assign] * 4 + [self.effects] * 3 + [self.swizzle] + [self.assign_wide] * (4 if self.is_wide else 0)
        if nested:
            kinds += [self.write_if] * 3 + [self.write_for, self.write_while, self.write_do, self.write_switch, self.write_inner]
        if self.indent > 1:
            kinds += [self.leave]
        return r.choice(kinds)()

    def simple(self, text, action):
        """A statement on a line of its own."""
        visible = self.visible()
        line = self.line(text)

        def statement(run):
            run.event(line, statement, visible)
            action(run)
        return statement

    def declare(self):
        r = self.random
        kind = r.choice(("int", "int", "int", "int", "bool", "array", "pair", "cells", "vector") + tuple(WIDE) * self.is_wide)
        if kind == "int":
            value = (self.random.random() < 0.3 and self.effect("int")) or self.integer()
        elif kind == "bool":
            value = self.truth()
        else:
            value = self.whole(kind)
        variable = Variable(self.new_name(), kind)
        text = f"{('bool %s' if kind == 'bool' else self.types[kind]) % variable.name} = {value.text};"
        statement = self.simple(text, lambda run: run.put(variable, value.value(run)))
        self.scopes[-1].append(variable)
        return statement

    def assign_wide(self):
        kind = self.random.choice(list(WIDE))
        variables = self.known(kind, True)
        if not variables:
            return self.declare()
        return self.set_whole(self.random.choice(variables))

    def assign(self):
        r = self.random
        part = self.part(to_write=True) if r.random() < 0.4 else None
        sign = r.choice(("=", "=", "+", "-", "*", "^", "|", "&"))
        variables = self.known("int", True)
        if not part and not variables:
            return self.declare()
        value = self.integer()
        new = (lambda old, n: n) if sign == "=" else (lambda old, n: wrap(ARITHMETIC[sign](old, n)))
        shown = "=" if sign == "=" else sign + "="
        if part:
            def set_part(run):
                n = value.value(run)
                old, put = part[1](run)
                put(new(old, n))
            return self.simple(f"{part[0]} {shown} {value.text};", set_part)
        variable = r.choice(variables)
        text = f"{variable.name} {shown} {value.text}"
        def set_variable(run):
            run.put(variable, new(run.get(variable), value.value(run)))
        if r.random() < 0.2:  # and a second one behind a comma
            other = r.choice(variables)
            more = self.integer(1)

            def both(run):
                set_variable(run)
                run.put(other, more.value(run))
            return self.simple(f"{text}, {other.name} = {more.text};", both)
        return self.simple(text + ";", set_variable)

    def swizzle(self):
        """Parts of a vector at once, from other places of it."""
        r = self.random
        vectors = self.known("vector", True)
        if not vectors:
            return self.assign()
        variable, value = r.choice(vectors), self.integer(1)
        to, of = r.sample(range(4), 2), [r.randint(0, 3), r.randint(0, 3)]

        def set_parts(run):
            old, n = run.get(variable), value.value(run)
            new = list(old)
            for i in range(2):
                new[to[i]] = wrap(old[of[i]] + n)
            run.put(variable, new)
        return self.simple(f"{variable.name}.{''.join('xyzw'[i] for i in to)} = {variable.name}.{''.join('rgba'[i] for i in of)} + {value.text};",
                           set_parts)

    def effects(self):
        r = self.random
        void = self.a_call(("void", "int", "bool")) if r.random() < 0.5 else None
        if void:
            return self.simple(void[0].text + ";", void[0].value)
        kind = r.choice(("int", "bool"))
        value = self.effect(kind)
        targets = self.known(kind, True)
        if not value or not targets:
            return self.assign()
        variable = r.choice(targets)
        if f"{variable.name}++" in value.text or f"{variable.name}--" in value.text or f"++{variable.name}" in value.text or \
                f"--{variable.name}" in value.text:
            return self.assign()
        return self.simple(f"{variable.name} = {value.text};", lambda run: run.put(variable, value.value(run)))

    def condition(self):
        return (self.random.random() < 0.3 and self.effect("bool")) or self.truth()

    def write_if(self):
        condition, visible = self.condition(), self.visible()
        line = self.line(f"if ({condition.text})")
        then = self.write_scope(self.random.randint(1, 3))
        other = None
        if self.random.random() < 0.5:
            self.line("else")
            other = self.write_scope(self.random.randint(1, 2))

        def statement(run):
            run.event(line, statement, visible)
            if condition.value(run):
                then(run)
            elif other:
                other(run)
        return statement

    def write_inner(self):
        return self.write_scope(self.random.randint(1, 3))

    def leave(self):
        """break, continue, return or discard, under a condition."""
        r = self.random
        kinds = ["return"] + (["break"] * 2 if self.loops else []) + (["continue"] * 2 if self.loops or self.outer_loops else []) + (["discard"] if r.random() < 0.3 and self.may_discard else [])
        kind, condition, visible = r.choice(kinds), self.truth(), self.visible()
        line = self.line(f"if ({condition.text})")
        self.indent += 1
        if kind == "return":
            inner = self.write_return()
        elif kind == "discard":
            inner = self.simple("discard;", lambda run: throw(Discard()))
        else:
            self.line(kind + ";")

            def inner(run):
                raise Break() if kind == "break" else Continue()
        self.indent -= 1

        def statement(run):
            run.event(line, statement, visible)
            if condition.value(run):
                inner(run)
        return statement

    def write_return(self):
        kind = self.function.kind
        if kind == "void":
            return self.simple("return;", lambda run: throw(Return(None)))
        value = self.integer() if kind == "int" else self.truth()
        return self.simple(f"return {value.text};", lambda run: throw(Return(value.value(run))))

    def in_loop(self, n):
        self.loops += 1
        body = self.write_scope(n)
        self.loops -= 1
        return body

    @staticmethod
    def once(run, body):
        """False: the loop is left."""
        try:
            body(run)
        except Continue:
            pass
        except Break:
            return False
        return True

    def write_for(self):
        """A part a line; the counter is nobody else's to write."""
        r = self.random
        n, step = self.integer(1), r.choice((1, 2))
        start, most = r.randint(-2, 1), r.choice((1, 3))
        outside = self.visible()
        counter = Variable(self.new_name(may_hide=False), "int", is_fixed=True)
        limit = f"({n.text} & {most})"
        init_line = self.line(f"for (int {counter.name} = {start};")
        self.scopes.append([counter])
        visible = self.visible()
        test_line = self.line(f"\t{counter.name} < {limit};")
        next_line = self.line(f"\t{counter.name} += {step})")
        body = self.in_loop(r.randint(1, 3))
        self.scopes.pop()

        def statement(run):
            run.event(init_line, statement, outside)
            run.put(counter, start)
            iterations = run.frames[-1][1]
            iterations.append(0)
            depth = len(iterations)
            try:
                while True:
                    run.event(test_line, counter, visible)
                    if not run.get(counter) < (n.value(run) & most) or not self.once(run, body):
                        break
                    run.event(next_line, body, visible)
                    run.put(counter, run.get(counter) + step)
                    iterations[depth - 1] += 1
            finally:
                del iterations[depth - 1:]
        return statement

    def counted(self):
        """A variable that counts down in a loop's condition."""
        start = self.integer(1)
        counter = Variable(self.new_name(), "int", is_fixed=True)
        init = self.simple(f"int {counter.name} = {start.text} & 3;", lambda run: run.put(counter, start.value(run) & 3))
        self.scopes[-1].append(counter)
        return counter, init

    def write_while(self):
        counter, init = self.counted()
        visible = self.visible()
        line = self.line(f"while ({counter.name}-- > 0)")
        body = self.in_loop(self.random.randint(1, 3))

        def statement(run):
            init(run)
            iterations = run.frames[-1][1]
            iterations.append(0)
            depth = len(iterations)
            try:
                while True:
                    run.event(line, statement, visible)
                    n = run.get(counter)
                    run.put(counter, n - 1)
                    if n <= 0 or not self.once(run, body):
                        break
                    iterations[depth - 1] += 1
            finally:
                del iterations[depth - 1:]
        return statement

    def write_do(self):
        counter, init = self.counted()
        visible = self.visible()
        self.line("do")
        body = self.in_loop(self.random.randint(1, 3))
        line = self.line(f"while (--{counter.name} > 0);")

        def statement(run):
            init(run)
            iterations = run.frames[-1][1]
            iterations.append(0)
            depth = len(iterations)
            try:
                while self.once(run, body):
                    run.event(line, statement, visible)
                    n = run.get(counter) - 1
                    run.put(counter, n)
                    if n <= 0:
                        break
                    iterations[depth - 1] += 1
            finally:
                del iterations[depth - 1:]
        return statement

    def write_switch(self):
        r = self.random
        value, visible = self.integer(1), self.visible()
        line = self.line(f"switch ({value.text} & 3)")
        self.line("{")
        labels = r.sample((0, 1, 2, 3), r.randint(1, 3)) + (["default"] if r.random() < 0.6 else [])
        r.shuffle(labels)
        cases = []
        outer, outermost = self.loops, self.outer_loops  # a `break` in here would be the switch's
        self.loops, self.outer_loops = 0, outer + outermost
        for label in labels:
            self.line("default:" if label == "default" else f"case {label}:")
            statement = self.write_scope(r.randint(1, 2))
            ends = r.random() < 0.6 or label == labels[-1]
            if ends:
                self.line("\tbreak;")
            cases.append((statement, ends))
        self.loops, self.outer_loops = outer, outermost
        self.line("}")

        def statement_(run):
            run.event(line, statement_, visible)
            n = value.value(run) & 3
            at = labels.index(n) if n in labels else labels.index("default") if "default" in labels else len(labels)
            for case, ends in cases[at:]:
                case(run)
                if ends:
                    break
        return statement_


def throw(exception):
    raise exception
