"""BFCL's decoder, run by CPython itself: a model's raw output as a list of calls.

`default_decode_ast_prompting`, `ast_parse`, `resolve_ast_call` and `resolve_ast_by_type` are those of the Berkeley
Function-Calling Leaderboard (github.com/ShishirPatil/gorilla, bfcl_eval/model_handler/utils.py, Apache-2.0) for Python
outputs, statement by statement, because each of them decides verdicts. What follows them is ours.
"""

import _tokenize
import ast
import gc
import json
import sys
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
        output = eval(ast.unparse(value))
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
        output = eval(ast.unparse(value.body[0].value))
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
    """What CPython refuses for its nesting is refused by its tokenizer alone: the parser would exhaust a thread's stack."""
    if sum(map(text.count, "([{")) > 150:
        for _ in _tokenize.TokenizerIter(text):
            pass


def written(value):
    """A value as JSON that keeps Python's types apart."""
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


def answer(question):
    """The calls of an output, or why there are none; both texts are JSON."""
    try:
        return json.dumps({"calls": written(default_decode_ast_prompting(json.loads(question)))})
    # An output may also end the program or interrupt it: `exit() + 1`.
    except BaseException as error:
        text = str(error).encode("utf-8", "replace").decode()
        return json.dumps({"error": ": ".join(filter(None, [type(error).__name__, text]))[:300]})


JAVASCRIPT = {"js", "pyodide_js", "_pyodide_core", "pyodide", "_pyodide", "ctypes", "_ctypes", "socket", "_socket"}
OUTSIDE = ("ctypes.", "gc.", "socket.", "urllib.", "subprocess.", "os.system")


def close_off():
    """From here on Python reaches itself alone: no JavaScript, no network. An audit hook cannot be taken off again."""
    warnings.simplefilter("ignore")
    for finder in list(sys.meta_path):
        if hasattr(finder, "jsproxies"):
            finder.jsproxies.clear()
            sys.meta_path.remove(finder)
    for name in [name for name in sys.modules if name.partition(".")[0] in JAVASCRIPT]:
        del sys.modules[name]
    gc.collect()

    def refuse(event, arguments, outside=OUTSIDE, javascript=frozenset(JAVASCRIPT)):
        if event.startswith(outside) or event == "import" and arguments[0].partition(".")[0] in javascript:
            raise ImportError(f"{event} is closed off.")

    sys.addaudithook(refuse)
