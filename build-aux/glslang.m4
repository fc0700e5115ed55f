dnl SPDX-License-Identifier: MIT
dnl What there is of glslang, for configure.ac.

dnl GS_GLSLANG: gs_glslang=tree|public|no, GLSLANG_CPPFLAGS, GLSLANG_LIBS
AC_DEFUN([GS_GLSLANG], [
	AC_LANG_PUSH([C++])
	AS_IF([test "x$with_glslang_source" != xno], [GS_GLSLANG_SOURCE])
	gs_glslang_CPPFLAGS=$CPPFLAGS
	CPPFLAGS="$CPPFLAGS $GLSLANG_CPPFLAGS"
	GS_GLSLANG_LIBRARIES
	AS_IF([test "x$GLSLANG_LIBS" != x], [gs_glslang=public])
	AS_IF([test "$gs_glslang" = public && test "$with_glslang" != public], [GS_GLSLANG_TREE])
	CPPFLAGS=$gs_glslang_CPPFLAGS
	AC_LANG_POP([C++])
])

dnl GS_GLSLANG_SOURCE: the headers of --with-glslang-source, and the libraries if they have been built there.
AC_DEFUN([GS_GLSLANG_SOURCE], [
	AS_IF([test -f "$with_glslang_source/glslang/Include/intermediate.h"], [],
		[AC_MSG_ERROR([--with-glslang-source=$with_glslang_source: that is no source of glslang, it has no glslang/Include/intermediate.h])])
	with_glslang_source=`cd "$with_glslang_source" && pwd`
	GLSLANG_CPPFLAGS="-isystem $with_glslang_source"
	for gs_library in "$with_glslang_source"/*/glslang/libglslang.a "$with_glslang_source"/*/glslang/libglslang.so; do
		AS_IF([test -f "$gs_library" && test "x$gs_glslang_folders" = x], [
			gs_glslang_build=`dirname "$gs_library"`
			gs_glslang_build=`dirname "$gs_glslang_build"`
			gs_glslang_folders="-L$gs_glslang_build/glslang -L$gs_glslang_build/glslang/OSDependent/Unix"
			gs_glslang_folders="$gs_glslang_folders -L$gs_glslang_build/OGLCompilersDLL"
			GLSLANG_CPPFLAGS="$GLSLANG_CPPFLAGS -isystem $gs_glslang_build/include"])
	done
	AS_IF([test "x$gs_glslang_folders" = x], [GS_GLSLANG_SAME_VERSION])
])

dnl GS_GLSLANG_SAME_VERSION: a tree of another version than that of the libraries has another layout in memory.
AC_DEFUN([GS_GLSLANG_SAME_VERSION], [
	gs_version=`sed -n 's/^## *\(@<:@0-9@:>@@<:@0-9.@:>@*\).*/\1/p' "$with_glslang_source/CHANGES.md" | head -n 1`
	gs_major=`echo "$gs_version" | cut -d. -f1`
	gs_minor=`echo "$gs_version" | cut -d. -f2`
	gs_patch=`echo "$gs_version" | cut -d. -f3`
	AC_MSG_CHECKING([whether the installed glslang is version $gs_version])
	AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <glslang/build_info.h>
#if GLSLANG_VERSION_MAJOR != ${gs_major:-0} || GLSLANG_VERSION_MINOR != ${gs_minor:-0} || GLSLANG_VERSION_PATCH != ${gs_patch:-0}
#error "another version"
#endif
]], [[]])],
		[AC_MSG_RESULT([yes])],
		[AC_MSG_RESULT([no])
		AC_MSG_ERROR([--with-glslang-source=$with_glslang_source is version $gs_version, the installed glslang is not: unpack the source of the installed one, or build this one in a folder of it (cmake)])])
])

dnl GS_GLSLANG_LINK(PROLOGUE, BODY, LIBRARIES): sets GLSLANG_LIBS if it links
AC_DEFUN([GS_GLSLANG_LINK], [
	AS_IF([test "x$GLSLANG_LIBS" = x], [
		gs_saved_LIBS=$LIBS
		LIBS="$gs_glslang_folders $3 $LIBS"
		AC_LINK_IFELSE([AC_LANG_PROGRAM([$1], [$2])], [GLSLANG_LIBS="$gs_glslang_folders $3"])
		LIBS=$gs_saved_LIBS])
])

dnl GS_GLSLANG_LIBRARIES: which libraries this version is split into.
AC_DEFUN([GS_GLSLANG_LIBRARIES], [
	AC_MSG_CHECKING([for the glslang libraries])
	m4_foreach([gs_libraries], [[-lglslang -lpthread],
			[-lglslang -lMachineIndependent -lGenericCodeGen -lOSDependent -lpthread],
			[-lglslang -lMachineIndependent -lOSDependent -lOGLCompiler -lGenericCodeGen -lpthread]],
		[GS_GLSLANG_LINK([[#include <glslang/Public/ShaderLang.h>]],
			[[glslang::InitializeProcess(); glslang::TShader s(EShLangFragment);]], m4_defn([gs_libraries]))])
	AC_MSG_RESULT([${GLSLANG_LIBS:-none}])
])

dnl GS_GLSLANG_TREE: gs_glslang=tree if the tree of a shader can be walked.
AC_DEFUN([GS_GLSLANG_TREE], [
	AC_MSG_CHECKING([for glslang's tree])
	gs_saved_LIBS=$LIBS
	LIBS="$GLSLANG_LIBS $LIBS"
	AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <glslang/Include/Types.h>
#include <glslang/Include/intermediate.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ShaderLang.h>
class Walker : public glslang::TIntermTraverser {};]],
			[[glslang::TShader shader(EShLangFragment); Walker walker;
			shader.getIntermediate()->getTreeRoot()->traverse(&walker);]])],
		[gs_glslang=tree])
	LIBS=$gs_saved_LIBS
	AC_MSG_RESULT([$gs_glslang])
])
