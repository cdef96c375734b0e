"""Tells BenchExec how Everypath is run and what its exit codes mean.

Put this directory on PYTHONPATH and say `<benchmark tool=".everypath">`; `everypath.xml` beside it is an example.
"""

import benchexec.result as result
import benchexec.tools.template

# What SV-COMP calls the properties whose violation says which part of `valid-memsafety` is false.
_PARTS = {
    "valid-deref": (
        "invalid-load",
        "invalid-store",
        "write-to-read-only",
        "invalid-call",
        "array-bounds",
        "overlapping-copy",
    ),
    "valid-free": ("invalid-free",),
    "valid-memtrack": ("lost-memory",),
}

_ERRORS = {1: "usage", 2: "input", 6: "internal error"}


class Tool(benchexec.tools.template.BaseTool2):
    """Everypath as a tool of BenchExec."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("everypath")

    def name(self):
        return "Everypath"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="everypath")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check"]
        command += task.input_files_or_identifier
        data_model = {"ILP32": "ilp32", "LP64": "lp64"}
        if isinstance(task.options, dict) and "--target" not in options:
            model = task.options.get("data_model")
            if model in data_model:
                command += ["--target", data_model[model]]
        if task.property_file and "--property" not in options:
            command += ["--property", task.property_file]
        if rlimits.cputime and "--time-limit" not in options:
            # It ends by itself before it is ended, and says what it knows.
            command += ["--time-limit", str(max(1, int(rlimits.cputime * 0.95)))]
        # The arguments of the program under check take all that follows.
        return command + list(options)

    def determine_result(self, run):
        code = run.exit_code.value
        if code == 0:
            return result.RESULT_TRUE_PROP
        if code == 5:
            return result.RESULT_UNKNOWN
        if code == 10:
            return self._violated(run)
        return result.RESULT_ERROR + f"({_ERRORS.get(code, code)})"

    def _violated(self, run):
        for line in run.output:
            if line.startswith("violation 1: "):
                violated = line.split(": ")[1].strip()
                for part, properties in _PARTS.items():
                    if violated in properties:
                        return f"{result.RESULT_FALSE_PROP}({part})"
        return result.RESULT_FALSE_PROP

    def get_value_from_output(self, output, identifier):
        # The last line counts: `21 paths, 1455 instructions, 79 queries, ...`
        for line in reversed(list(output)):
            for part in line.strip().split(", "):
                number, _, what = part.partition(" ")
                if what == identifier:
                    return number
        return None
