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
 * - v LINE STORAGE TYPE NAME: a variable is used or declared at the token on that line
 * - t LINE TYPE: the type of the operation whose token that is
 * - c LINE TYPE MANGLED: a call of a function of the shader, at its closing parenthesis
 * - g STORAGE TYPE NAME: a global
 * - u MICROSECONDS: what glslang itself took, without what is printed here (for bench/)
 * - end
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include <glslang/Include/Types.h>
#include <glslang/Include/intermediate.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ShaderLang.h>

using namespace glslang;

static FILE *out; /* glslang itself prints to standard output where it is at its wit's end */

static std::string shape(const TType &type, const char *scalar, const char *prefix)
{
	if (type.isMatrix()) {
		std::string columns = std::to_string(type.getMatrixCols()),
			    rows = std::to_string(type.getMatrixRows());

		return std::string(prefix) + "mat" + columns + (rows == columns ? "" : "x" + rows);
	}
	if (type.isVector())
		return std::string(prefix) + "vec" + std::to_string(type.getVectorSize());
	return scalar;
}

static std::string base_string(const TType &type)
{
	switch (type.getBasicType()) {
	case EbtVoid:
		return "void";
	case EbtBool:
		return shape(type, "bool", "b");
	case EbtInt:
		return shape(type, "int", "i");
	case EbtUint:
		return shape(type, "uint", "u");
	case EbtFloat:
		return shape(type, "float", "");
	case EbtDouble:
		return shape(type, "double", "d");
	case EbtFloat16:
		return shape(type, "float16_t", "f16");
	case EbtInt8:
		return shape(type, "int8_t", "i8");
	case EbtUint8:
		return shape(type, "uint8_t", "u8");
	case EbtInt16:
		return shape(type, "int16_t", "i16");
	case EbtUint16:
		return shape(type, "uint16_t", "u16");
	case EbtInt64:
		return shape(type, "int64_t", "i64");
	case EbtUint64:
		return shape(type, "uint64_t", "u64");
	case EbtAtomicUint:
		return "atomic_uint";
	case EbtSampler:
		return type.getSampler().getString().c_str();
	case EbtStruct:
	case EbtBlock:
		return type.getTypeName().empty() ? "struct" : type.getTypeName().c_str();
	default:
		return "?";
	}
}

static std::string type_string(const TType &type)
{
	std::string text = base_string(type);

	for (size_t i = 0; i < text.size(); i++)
		if (text[i] == ' ')
			text[i] = '_';
	if (!type.isArray())
		return text;

	const TArraySizes &sizes = *type.getArraySizes();

	for (int i = 0; i < sizes.getNumDims(); i++) {
		unsigned size = sizes.getDimSize(i);

		if (size == UnsizedArraySize && i == 0)
			size = (unsigned)sizes.getImplicitSize();
		text += size ? "[" + std::to_string(size) + "]" : "[]";
	}
	return text;
}

/* An operation that stands where its own operator does. */
static bool has_own_place(TOperator op)
{
	switch (op) {
	case EOpNegative:
	case EOpLogicalNot:
	case EOpVectorLogicalNot:
	case EOpBitwiseNot:
	case EOpPostIncrement:
	case EOpPostDecrement:
	case EOpPreIncrement:
	case EOpPreDecrement:
		return true;
	default:
		return false;
	}
}

class Printer : public TIntermTraverser
{
      public:
	void visitSymbol(TIntermSymbol *symbol) override
	{
		const TQualifier &qualifier = symbol->getType().getQualifier();

		if (in_linker_objects)
			fprintf(out, "g %d %s %s\n", qualifier.storage,
				type_string(symbol->getType()).c_str(), symbol->getName().c_str());
		else if (place(symbol))
			fprintf(out, "v %d %d %s %s\n", place(symbol), qualifier.storage,
				type_string(symbol->getType()).c_str(), symbol->getName().c_str());
	}

	bool visitBinary(TVisit, TIntermBinary *node) override
	{
		print_type(node);
		/* The index of a member is no expression of the text. */
		if (node->getOp() == EOpIndexDirectStruct || node->getOp() == EOpVectorSwizzle) {
			node->getLeft()->traverse(this);
			return false;
		}
		return true;
	}

	bool visitUnary(TVisit, TIntermUnary *node) override
	{
		if (has_own_place(node->getOp()))
			print_type(node);
		return true;
	}

	bool visitSelection(TVisit, TIntermSelection *node) override
	{
		if (node->getBasicType() != EbtVoid)
			print_type(node);
		return true;
	}

	bool visitAggregate(TVisit visit, TIntermAggregate *node) override
	{
		if (node->getOp() == EOpLinkerObjects) {
			in_linker_objects = visit != EvPostVisit;
			return true;
		}
		if (visit == EvPreVisit && node->getOp() == EOpFunctionCall && place(node))
			fprintf(out, "c %d %s %s\n", place(node),
				type_string(node->getType()).c_str(), node->getName().c_str());
		return true;
	}

	Printer() : TIntermTraverser(true, false, true)
	{
	}

      private:
	bool in_linker_objects = false;

	/* The line; 0 where the token is not one of the shader's (what was put in follows another
	 * on its line). */
	static int place(const TIntermNode *node)
	{
		return node->getLoc().column <= 1 ? node->getLoc().line : 0;
	}

	static void print_type(TIntermTyped *node)
	{
		if (place(node))
			fprintf(out, "t %d %s\n", place(node),
				type_string(node->getType()).c_str());
	}
};

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
	Printer printer;

	fprintf(out, "ok\n");

	if (shader.getIntermediate()->getTreeRoot())
		shader.getIntermediate()->getTreeRoot()->traverse(&printer);
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
