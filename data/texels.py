# SPDX-License-Identifier: MIT
"""Which calls write texels of a texture by their arguments alone: from what effects.in says they do, and the names of their arguments."""

import collections

import effects
import objects

HOW = {'image': 'GIVES', 'sub-image': 'GIVES', 'copy-image': 'COPIES', 'copy-sub-image': 'COPIES', 'copy-images': 'COPIES',
       'mipmap': 'HALVES', 'storage': 'MAKES', 'take-image': 'MAKES', 'texture-view': 'MAKES'}
# struct gs_texels_rule has them in this order.
ROLES = {'texture': ('texture', 'dstName'), 'target': ('target', 'dstTarget'), 'unit': ('texunit',), 'level': ('level', 'dstLevel'),
         'x': ('xoffset', 'dstX'), 'y': ('yoffset', 'dstY'), 'z': ('zoffset', 'dstZ'),
         'width': ('width', 'srcWidth'), 'height': ('height', 'srcHeight'), 'depth': ('depth', 'srcDepth')}

Rule = collections.namedtuple('Rule', 'how arguments')


def how_of(made):
    for effect in made or []:
        if effect.act in HOW:
            return HOW[effect.act]
        if effect.kind in ('set', 'add') and effect.slot == 'image' and effect.object == objects.KINDS.index('texture'):
            return 'CLEARS'
    return None


def load(registry, data):
    """function name -> Rule, of those that write texels."""
    found, _, _ = effects.load(registry, data)
    rules = {}
    for name, made in found.items():
        how = how_of(made)
        names = [p.name for p in registry.functions[name].parameters]
        if how:
            of_role = [next((names.index(w) for w in words if w in names), effects.NO_ARGUMENT) for words in ROLES.values()]
            rules[name] = Rule(how, tuple(of_role))
    return rules
