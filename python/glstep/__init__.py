# SPDX-License-Identifier: MIT
"""Drive the GLSL debugger glstep.

    with glstep.launch(["./program"]) as session:
        session.next_draw()
        session.shader("fragment")
        print(session.print("gl_FragCoord.xy")["value"], session.values("gl_FragCoord.z").shape)

launch, open and connect return a Session, whose methods are the console's commands.
"""

from .session import Array, Error, Picture, Session, connect, launch, open

__all__ = ["Array", "Error", "Picture", "Session", "connect", "launch", "open"]
