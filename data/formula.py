# SPDX-License-Identifier: MIT
"""Formulas of pointees.in: integers, arguments by name, constants (GL_...), + - * //, A if B == C else D, and
count(NAME), how many values a name of pnames.in stands for; components(FORMAT); bits(MASK), how many are set."""

import ast

import registry as reg

DEEPEST = 16  # data/formula.c
OPERATORS = {ast.Add: 'ADD', ast.Sub: 'SUB', ast.Mult: 'MUL', ast.FloorDiv: 'DIV'}
CALLS = {'count': 'NAME', 'components': 'COMPONENTS', 'bits': 'BITS'}


def steps_of(node, arguments, constants):
    """[(kind, value)] in postfix order."""
    def go(part):
        return steps_of(part, arguments, constants)
    if isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value < 1 << 32:
        return [('NUMBER', node.value)]
    if isinstance(node, ast.Name) and node.id in arguments:
        return [('ARGUMENT', arguments.index(node.id))]
    if isinstance(node, ast.Name) and node.id in constants:
        return [('NUMBER', constants[node.id].value)]
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return go(node.left) + go(node.right) + [(OPERATORS[type(node.op)], 0)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS and len(node.args) == 1:
        return go(node.args[0]) + [(CALLS[node.func.id], 0)]
    if isinstance(node, ast.IfExp) and isinstance(node.test, ast.Compare) and len(node.test.ops) == 1 \
            and isinstance(node.test.ops[0], ast.Eq):
        test = go(node.test.left) + go(node.test.comparators[0]) + [('EQUAL', 0)]
        return test + go(node.body) + go(node.orelse) + [('CHOOSE', 0)]
    raise reg.RegistryError('"%s" cannot stand in a formula' % ast.unparse(node))


def depth(steps):
    now = most = 0
    for kind, _ in steps:
        now += 1 if kind in ('NUMBER', 'ARGUMENT') else -2 if kind == 'CHOOSE' else 0 if kind in CALLS.values() else -1
        most = max(most, now)
    return most


def parse(text, arguments, constants):
    """The steps of a formula, as a tuple. arguments: the function's, by name."""
    try:
        tree = ast.parse(text, mode='eval').body
    except SyntaxError:
        raise reg.RegistryError('"%s" is not a formula' % text) from None
    steps = steps_of(tree, arguments, constants)
    if depth(steps) > DEEPEST:
        raise reg.RegistryError('"%s" is too long' % text)
    return tuple(steps + [('END', 0)])
