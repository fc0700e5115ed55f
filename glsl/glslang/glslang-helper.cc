/* SPDX-License-Identifier: MIT */
/*
 * glslang in a process of its own: it may crash or hang on what a driver takes, and then only this
 * process is lost.
 *
 * Requests on standard input: "STAGE LENGTH\n" and LENGTH bytes of GLSL, one token a line. Answers
 * on standard output, TYPE as gs_type_string writes it, without blanks:
 *
 * - fail MESSAGE: it does not take the text; only "end" follows
 * - ok: it does, and then come
 * - public: this was built without the headers of glslang's tree, and what follows here does not
 * come
 * - g LINE TYPE NAME: a global; the line means nothing
 * - v LINE TYPE NAME: a variable is used or declared at the token on that line
 * - t LINE TYPE: the type of the operation whose token that is
 * - c LINE TYPE MANGLED: a call of a function of the shader, at its closing parenthesis
 * - a LINE TYPE: a built-in function of one argument, which has that place
 * - b LINE TYPE: another one, at its closing parenthesis
 * - k LINE TYPE VALUE: an int, uint or bool constant, where its first operand is
 * - u MICROSECONDS: what glslang itself took, without what is printed here (for bench/)
 * - end
 */
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include <glslang/Public/ShaderLang.h>

#ifdef HAVE_GLSLANG_TREE
#include "glsl/glslang/glslang-tree.h"
#endif

using namespace glslang;

static FILE *out; /* glslang itself prints to standard output where it is at its wit's end */

/* What this program's drivers are like matters only for the sizes of built-in arrays. */
static TBuiltInResource make_resources()
{
	TBuiltInResource r;
	int *all = reinterpret_cast<int *>(&r);

	for (size_t i = 0; i < offsetof(TBuiltInResource, limits) / sizeof(int); i++)
		all[i] = 4096;
	memset(&r.limits, 1, sizeof(r.limits));
	r.maxLights = r.maxClipPlanes = r.maxTextureUnits = r.maxTextureCoords = 8;
	r.maxDrawBuffers = 8;
	r.maxClipDistances = r.maxCullDistances = r.maxCombinedClipAndCullDistances = 8;
	r.minProgramTexelOffset = -32;
	r.maxProgramTexelOffset = 31;
	r.maxPatchVertices = 32;
	r.maxTessGenLevel = 64;
	r.maxSamples = 32;
	r.maxVertexAttribs = r.maxVertexTextureImageUnits = r.maxTextureImageUnits = 16;
	r.maxCombinedTextureImageUnits = 96;
	r.maxVaryingFloats = r.maxVaryingComponents = 64;
	r.maxVaryingVectors = r.maxVertexOutputVectors = 16;
	r.maxVertexUniformVectors = r.maxFragmentUniformVectors = 1024;
	r.maxFragmentInputVectors = 32;
	r.maxGeometryInputComponents = 64;
	r.maxVertexOutputComponents = r.maxGeometryOutputComponents = r.maxFragmentInputComponents =
		128;
	r.maxGeometryOutputVertices = r.maxGeometryTotalOutputComponents = 1024;
	r.maxTessControlInputComponents = r.maxTessControlOutputComponents = 128;
	r.maxTessEvaluationInputComponents = r.maxTessEvaluationOutputComponents = 128;
	r.maxTessPatchComponents = 120;
	r.maxImageUnits = r.maxAtomicCounterBindings = 8;
	r.maxDualSourceDrawBuffersEXT = 8;
	return r;
}

static const EShLanguage stages[] = {EShLangVertex, EShLangTessControl, EShLangTessEvaluation,
	EShLangGeometry, EShLangFragment, EShLangCompute};

static std::string first_error(const char *log)
{
	const char *error = strstr(log, "ERROR:");
	const char *text = error ? error : log;

	return std::string(text, strcspn(text, "\n"));
}

static void answer(unsigned stage, const std::string &text)
{
	static const TBuiltInResource resources = make_resources();
	TShader shader(stages[stage]);
	const char *strings[] = {text.c_str()};
	const int lengths[] = {(int)text.size()};

	shader.setStringsWithLengths(strings, lengths, 1);
	auto start = std::chrono::steady_clock::now();
	bool taken = shader.parse(&resources, 110, false, EShMsgSuppressWarnings);
	auto elapsed = std::chrono::steady_clock::now() - start;
	if (!taken) {
		fprintf(out, "fail %s\n", first_error(shader.getInfoLog()).c_str());
		return;
	}
	fprintf(out, "ok\n");
#ifdef HAVE_GLSLANG_TREE
	print_tree(out, shader);
#else
	fprintf(out, "public\n");
#endif
	fprintf(out, "u %lld\n",
		(long long)std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count());
}

int main()
{
	struct rlimit memory = {(rlim_t)2 << 30, (rlim_t)2 << 30};
	unsigned stage;
	size_t length;
	char line[64];

	out = fdopen(dup(1), "w");
	if (!out || !freopen("/dev/null", "w", stdout))
		return 1;
	setrlimit(RLIMIT_AS, &memory);
	InitializeProcess();
	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%u %zu", &stage, &length) != 2 || stage >= 6 ||
			length > (size_t)256 << 20)
			return 1;

		std::string text(length, '\0');

		if (fread(&text[0], 1, length, stdin) != length)
			return 1;
		answer(stage, text);
		fprintf(out, "end\n");
		fflush(out);
	}
	FinalizeProcess();
	return 0;
}
