/* SPDX-License-Identifier: MIT */
/* What glslang's tree knows of a shader. Not part of its public interface: configure says whether
 * there are headers for it. */
#include <string>

#include <glslang/Include/Types.h>
#include <glslang/Include/intermediate.h>
#include <glslang/MachineIndependent/localintermediate.h>

#include "glsl/glslang/glslang-tree.h"

using namespace glslang;

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

/* Not an operator, a conversion, a call or a constructor. */
static bool is_builtin_function(TOperator op)
{
	return op >= EOpRadians && !(op >= EOpConstructGuardStart && op <= EOpConstructGuardEnd);
}

namespace
{
class Printer : public TIntermTraverser
{
      public:
	void visitSymbol(TIntermSymbol *symbol) override
	{
		if (in_linker_objects || place(symbol))
			fprintf(out, "%c %d %s %s\n", in_linker_objects ? 'g' : 'v', place(symbol),
				type_string(symbol->getType()).c_str(), symbol->getName().c_str());
	}

	bool visitBinary(TVisit visit, TIntermBinary *node) override
	{
		if (visit == EvPostVisit)
			return true;
		print_type('t', node);
		/* The index of a member is no expression of the text. */
		if (node->getOp() == EOpIndexDirectStruct || node->getOp() == EOpVectorSwizzle) {
			node->getLeft()->traverse(this);
			return false;
		}
		return true;
	}

	bool visitUnary(TVisit visit, TIntermUnary *node) override
	{
		if (visit == EvPostVisit)
			return true;
		if (has_own_place(node->getOp()))
			print_type('t', node);
		else if (is_builtin_function(node->getOp()))
			print_type('a', node);
		return true;
	}

	bool visitSelection(TVisit visit, TIntermSelection *node) override
	{
		if (visit == EvPreVisit && node->getBasicType() != EbtVoid)
			print_type('t', node);
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
		if (visit == EvPreVisit && is_builtin_function(node->getOp()))
			print_type('b', node);
		return true;
	}

	void visitConstantUnion(TIntermConstantUnion *node) override
	{
		if (!in_linker_objects && place(node) && node->getType().isScalar())
			print_constant(node);
	}

	explicit Printer(FILE *file) : TIntermTraverser(true, false, true), out(file)
	{
	}

      private:
	FILE *out;
	bool in_linker_objects = false;

	/* The line; 0 where the token is not one of the shader's (what was put in follows another
	 * on its line). */
	static int place(const TIntermNode *node)
	{
		return node->getLoc().column <= 1 ? node->getLoc().line : 0;
	}

	void print_type(char kind, TIntermTyped *node)
	{
		if (place(node))
			fprintf(out, "%c %d %s\n", kind, place(node),
				type_string(node->getType()).c_str());
	}

	void print_constant(TIntermConstantUnion *node)
	{
		const TConstUnion &value = node->getConstArray()[0];

		if (node->getBasicType() == EbtInt)
			fprintf(out, "k %d int %d\n", place(node), value.getIConst());
		else if (node->getBasicType() == EbtUint)
			fprintf(out, "k %d uint %u\n", place(node), value.getUConst());
		else if (node->getBasicType() == EbtBool)
			fprintf(out, "k %d bool %d\n", place(node), value.getBConst());
	}
};
} // namespace

void print_tree(FILE *out, const TShader &shader)
{
	Printer printer(out);
	TIntermNode *root = shader.getIntermediate()->getTreeRoot();

	if (root)
		root->traverse(&printer);
}
