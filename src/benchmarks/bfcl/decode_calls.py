"""Decodes a model's raw output as a list of calls, as BFCL does, in CPython.

`default_decode_ast_prompting`, `ast_parse`, `resolve_ast_call` and `resolve_ast_by_type` are copied, for Python outputs,
from the Berkeley Function-Calling Leaderboard (github.com/ShishirPatil/gorilla, bfcl_eval/model_handler/utils.py,
Apache-2.0), because every statement decides verdicts. The rest is ours: where the official decoder calls `eval`,
`Evaluator` walks the syntax tree, so no output is ever run.
"""

import _string
import _tokenize
import ast
import builtins
import json
import operator
import re
import unicodedata  # The parser imports this module for non-ASCII names, but by then no file can be read.
import warnings


def default_decode_ast_prompting(result):
    result = result.strip("`\n ")
    if not result.startswith("["):
        result = "[" + result
    if not result.endswith("]"):
        result = result + "]"
    return ast_parse(result)


def ast_parse(input_str):
    cleaned_input = input_str.strip().strip("'")
    refuse_nesting(cleaned_input)
    parsed = ast.parse(cleaned_input, mode="eval")
    extracted = []
    if isinstance(parsed.body, ast.Call):
        extracted.append(resolve_ast_call(parsed.body))
    else:
        for elem in parsed.body.elts:
            assert isinstance(elem, ast.Call), "an element of the list is not a call"
            extracted.append(resolve_ast_call(elem))
    return extracted


def resolve_ast_call(elem):
    func_parts = []
    func_part = elem.func
    while isinstance(func_part, ast.Attribute):
        func_parts.append(func_part.attr)
        func_part = func_part.value
    if isinstance(func_part, ast.Name):
        func_parts.append(func_part.id)
    func_name = ".".join(reversed(func_parts))
    args_dict = {}
    for arg in elem.keywords:
        output = resolve_ast_by_type(arg.value)
        args_dict[arg.arg] = output
    return {func_name: args_dict}


def resolve_ast_by_type(value):
    if isinstance(value, ast.Constant):
        if value.value is Ellipsis:
            output = "..."
        else:
            output = value.value
    elif isinstance(value, ast.UnaryOp):
        output = -value.operand.value
    elif isinstance(value, ast.List):
        output = [resolve_ast_by_type(v) for v in value.elts]
    elif isinstance(value, ast.Dict):
        output = {resolve_ast_by_type(k): resolve_ast_by_type(v) for k, v in zip(value.keys, value.values)}
    elif isinstance(value, ast.NameConstant):
        output = value.value
    elif isinstance(value, ast.BinOp):
        output = evaluated(ast.unparse(value))
    elif isinstance(value, ast.Name):
        output = value.id
    elif isinstance(value, ast.Call):
        if len(value.keywords) == 0:
            output = ast.unparse(value)
        else:
            output = resolve_ast_call(value)
    elif isinstance(value, ast.Tuple):
        output = tuple(resolve_ast_by_type(v) for v in value.elts)
    elif isinstance(value, ast.Lambda):
        output = evaluated(ast.unparse(value.body[0].value))
    elif isinstance(value, ast.Ellipsis):
        output = "..."
    elif isinstance(value, ast.Subscript):
        try:
            output = ast.unparse(value.body[0].value)
        except:
            output = ast.unparse(value.value) + "[" + ast.unparse(value.slice) + "]"
    else:
        raise Exception(f"Unsupported AST type: {type(value)}")
    return output


def refuse_nesting(text):
    """Lets CPython's tokenizer refuse text that is nested too deeply, because the parser would exhaust the stack."""
    if sum(map(text.count, "([{")) > 150:
        for _ in _tokenize.TokenizerIter(text):
            pass


def written(value):
    """Returns a value as JSON that keeps Python's types apart."""
    kind = type(value)
    if value is None or kind in (bool, str):
        return value
    if kind is int:
        return {"int": hex(value)}
    if kind is float:
        return {"float": repr(value)}
    if kind is list:
        return [written(item) for item in value]
    if kind is tuple:
        return {"tuple": [written(item) for item in value]}
    if kind is dict:
        return {"dict": [[written(key), written(item)] for key, item in value.items()]}
    return {"other": kind.__name__, "text": repr(value)}


class NotEvaluated(Exception):
    """Signals that the official decoder would compute a part of the output, `what`, but this program does not."""

    def __init__(self, does, what=""):
        super().__init__(does)
        self.does = does
        self.what = what[:60]


# Budget of one output: total number of characters in the `repr` of all values that the output makes.
BUDGET = 2_000_000
MAX_BITS = 1 << 17

# Names that are defined when the official decoder calls `eval`, besides names that begin with two underscores.
# All other names raise NameError in the official decoder.
OFFICIAL_NAMES = frozenset(dir(builtins)) | frozenset(
    "ast builtins copy json operator re reduce TYPE_CHECKING Callable List Optional Type Union ModelStyle ReturnFormat "
    "GORILLA_TO_OPENAPI retry os Path value".split()
)

# Methods that an output may call. `call_method` limits the size of their results.
STR_METHODS = """capitalize casefold center count endswith expandtabs find format index isalnum isalpha isascii isdecimal
    isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip partition removeprefix
    removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title upper zfill"""
INT_METHODS = "as_integer_ratio bit_count bit_length conjugate"
FLOAT_METHODS = "as_integer_ratio conjugate hex is_integer"
METHODS = {str: STR_METHODS, int: INT_METHODS, bool: INT_METHODS, float: FLOAT_METHODS, complex: "conjugate"}

OPERATORS = {
    getattr(ast, node): getattr(operator, name)
    for node, name in zip(
        "UAdd USub Invert Not Add Sub Mult Div FloorDiv Mod Pow LShift RShift BitOr BitXor BitAnd MatMult".split()
        + "Eq NotEq Lt LtE Gt GtE Is IsNot".split(),
        "pos neg invert not_ add sub mul truediv floordiv mod pow lshift rshift or_ xor and_ matmul".split()
        + "eq ne lt le gt ge is_ is_not".split(),
    )
}
OPERATORS[ast.In] = lambda item, container: item in container
OPERATORS[ast.NotIn] = lambda item, container: item not in container
CONVERT = {-1: lambda value: value, ord("s"): str, ord("r"): repr, ord("a"): ascii}
DISPLAYS = {ast.List: list, ast.Tuple: tuple, ast.Set: set, ast.ListComp: list, ast.SetComp: set, ast.DictComp: dict}


def evaluated(text):
    """Returns the value of an expression. Compiling raises the errors that `eval` would raise before it runs code. The
    compiled code never runs."""
    tree = ast.parse(text, mode="eval")
    compile(tree, "<string>", "eval")
    return Evaluator().value(tree.body, {})


def text_size(value):
    """Returns an upper bound for the length of a value's `repr`, or any number above the budget."""
    kind = type(value)
    if kind is str or kind is bytes:
        return 2 + len(value) * (2 if kind is str and value.isprintable() else 10)
    if kind is int:
        return 4 + value.bit_length() // 3
    if kind not in (list, tuple, set, dict):
        return 60
    size = 4
    for item in value:
        size += 4 + text_size(item) + (text_size(value[item]) if kind is dict else 0)
        if size > BUDGET:
            break
    return size


def format_size(specs, arguments):
    """Returns a bound for the length of formatted text: all widths, plus arguments in base 2 or with 310 digits."""
    digits = [digits for spec in specs for digits in re.findall(r"\d+", spec)]
    widths = sum(int(run) if len(run) < 8 else BUDGET for run in digits)
    return widths + len(specs) * (4 * text_size(arguments) + 400)


def percent_size(text, arguments):
    """Returns a bound for the length of `text % arguments`. With named arguments, all numbers in it are widths."""
    specs = [text] * text.count("%") if "%(" in text else re.findall(r"%[#0\- +*.\d]*", text)
    taken = arguments if type(arguments) is tuple else (arguments,)
    star = max((abs(item) for item in taken if isinstance(item, int)), default=0)
    return len(text) + text.count("*") * star + format_size(specs, arguments)


class Evaluator:
    """Evaluates literals, containers, operators, conditions, subscripts, f-strings, comprehensions, and METHODS calls.

    Values have only CPython's own types, so no operator can call anything that an output defines.
    """

    left = BUDGET

    def spend(self, size):
        """Takes `size` from the budget before a value is made, or raises if the budget is too small."""
        self.left -= size
        if self.left < 0:
            raise NotEvaluated("too-large")

    def sized(self, value):
        """Takes the size of a value from the budget and returns the value. Call it on new values and before hashing."""
        self.spend(text_size(value))
        return value

    def value(self, node, scope):
        self.spend(20)
        visit = getattr(self, f"visit_{type(node).__name__}", None)
        if visit is None:
            raise NotEvaluated("uses", ast.unparse(node))
        return visit(node, scope)

    def visit_Constant(self, node, scope):
        return node.value

    def visit_Name(self, node, scope):
        return scope[node.id] if node.id in scope else refuse_name("uses", node.id)

    def visit_Attribute(self, node, scope):
        refuse_attribute("uses", self.value(node.value, scope), node.attr)

    def items(self, nodes, scope):
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from self.value(node.value, scope)
            else:
                yield self.value(node, scope)

    def visit_display(self, node, scope):
        items = self.items(node.elts, scope) if hasattr(node, "elts") else self.visit_GeneratorExp(node, scope)
        kind = DISPLAYS[type(node)]
        return self.sized(kind(map(self.sized, items) if kind is set else items))

    visit_List = visit_Tuple = visit_Set = visit_ListComp = visit_SetComp = visit_DictComp = visit_display

    def visit_Dict(self, node, scope):
        made = {}
        for key, item in zip(node.keys, node.values):
            if key is None:
                made.update({**self.value(item, scope)})
            else:
                made[self.sized(self.value(key, scope))] = self.value(item, scope)
        return self.sized(made)

    def visit_UnaryOp(self, node, scope):
        return OPERATORS[type(node.op)](self.value(node.operand, scope))

    def visit_BoolOp(self, node, scope):
        for part in node.values:
            value = self.value(part, scope)
            if bool(value) is isinstance(node.op, ast.Or):
                break
        return value

    def visit_IfExp(self, node, scope):
        return self.value(node.body if self.value(node.test, scope) else node.orelse, scope)

    def visit_Compare(self, node, scope):
        left = self.value(node.left, scope)
        for op, part in zip(node.ops, node.comparators):
            right = self.sized(self.value(part, scope))
            result = OPERATORS[type(op)](self.sized(left), right)
            if not result:
                break
            left = right
        return result

    def visit_BinOp(self, node, scope):
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        self.spend(operation_size(type(node.op), left, right))
        return OPERATORS[type(node.op)](left, right)

    def visit_Subscript(self, node, scope):
        value = self.value(node.value, scope)
        return self.sized(value[self.sized(self.value(node.slice, scope))])

    def visit_Slice(self, node, scope):
        return slice(*(part and self.value(part, scope) for part in (node.lower, node.upper, node.step)))

    def visit_JoinedStr(self, node, scope):
        return self.sized("".join([self.value(part, scope) for part in node.values]))

    def visit_FormattedValue(self, node, scope):
        value = self.value(node.value, scope)
        spec = self.value(node.format_spec, scope) if node.format_spec else ""
        self.spend(format_size([spec], value))
        return format(CONVERT[node.conversion](value), spec)

    def visit_GeneratorExp(self, node, scope):
        # As in Python, the first iterable is evaluated at once, outside the comprehension's scope.
        return self.loop(node, 0, iter(self.value(node.generators[0].iter, scope)), dict(scope))

    def loop(self, node, depth, iterator, scope):
        if node.generators[depth].is_async:
            raise NotEvaluated("uses", "async for")
        for item in iterator:
            self.spend(20)
            bind(node.generators[depth].target, item, scope)
            if not all(self.value(test, scope) for test in node.generators[depth].ifs):
                continue
            if depth + 1 < len(node.generators):
                yield from self.loop(node, depth + 1, iter(self.value(node.generators[depth + 1].iter, scope)), scope)
            elif isinstance(node, ast.DictComp):
                yield self.sized(self.value(node.key, scope)), self.value(node.value, scope)
            else:
                yield self.value(node.elt, scope)

    def visit_Call(self, node, scope):
        if not isinstance(node.func, ast.Attribute):
            name = ast.unparse(node.func)
            if isinstance(node.func, ast.Name) and name not in scope:
                refuse_name("calls", name)
            raise NotEvaluated("calls", name)
        value, name = self.value(node.func.value, scope), node.func.attr
        if name not in METHODS.get(type(value), "").split():
            refuse_attribute("calls", value, name)
        arguments, keywords = list(self.items(node.args, scope)), {}
        for keyword in node.keywords:
            given = self.value(keyword.value, scope)
            keywords.update({**given} if keyword.arg is None else {keyword.arg: given})
        return self.call_method(value, name, arguments, keywords)

    def call_method(self, value, name, arguments, keywords):
        if name == "join" and len(arguments) == 1:
            arguments = [list(arguments[0])]
        given = [*arguments, *keywords.values()]
        if name == "format":
            fields = [(field or "", spec or "") for _, field, spec, _ in _string.formatter_parser(value)]
            if any(not re.fullmatch(r"\w*", field) or "{" in spec for field, spec in fields):
                raise NotEvaluated("calls", ".format")
            self.spend(text_size(value) + format_size([spec for _, spec in fields], given))
        else:
            # The result of any other method is at most the size of its object times the size of its arguments. A number
            # counts as a width.
            width = sum(abs(item) for item in given if isinstance(item, int))
            self.spend(text_size(value) * (text_size(given) + width))
        return self.sized(getattr(value, name)(*arguments, **keywords))


def refuse_name(does, name):
    if name in OFFICIAL_NAMES or name.startswith("__"):
        raise NotEvaluated(does, name)
    raise NameError(f"name {name!r} is not defined")


def refuse_attribute(does, value, name):
    if name in dir(type(value)):
        raise NotEvaluated(does, f".{name}")
    raise AttributeError(f"{type(value).__name__!r} object has no attribute {name!r}")


def bind(target, value, scope):
    if isinstance(target, ast.Name) and not target.id.startswith("_"):
        scope[target.id] = value
    elif isinstance(target, (ast.Tuple, ast.List)):
        values = list(value)
        if len(values) != len(target.elts):
            raise ValueError(f"{len(values)} values to unpack, expected {len(target.elts)}")
        for part, item in zip(target.elts, values):
            bind(part, item, scope)
    else:
        raise NotEvaluated("uses", ast.unparse(target))


def operation_size(op, left, right):
    """Returns a bound for the size and the work of an operation. Raises NotEvaluated above MAX_BITS bits."""
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length()
        if op is ast.Pow:
            bits = bits * right if abs(left) > 1 else 1
        elif op is ast.LShift:
            bits += right if left else 0
        elif op is ast.Mult:
            bits += right.bit_length()
        if bits > MAX_BITS:
            raise NotEvaluated("too-large")
        return 1 + max(bits, 0) * right.bit_length() // 60_000 + max(bits, 0) // 3
    if op is ast.Mod and type(left) in (str, bytes):
        return percent_size(left if type(left) is str else left.decode("latin-1"), right)
    times = max([1, *(item for item in (left, right) if isinstance(item, int))]) if op is ast.Mult else 1
    return (text_size(left) + text_size(right)) * times


def answer(question):
    """Returns the calls of an output, or the reason why there are none. Question and answer are JSON texts."""
    try:
        return json.dumps({"calls": written(default_decode_ast_prompting(json.loads(question)))})
    except NotEvaluated as error:
        return json.dumps({"not_evaluated": {"does": error.does, "what": error.what}})
    # Catch every `BaseException`, so that no output ends the program.
    except BaseException as error:
        text = str(error).encode("utf-8", "replace").decode()
        return json.dumps({"error": ": ".join(filter(None, [type(error).__name__, text]))[:300]})


warnings.simplefilter("ignore")
