"""Writes mutants into a copy of the sources, each behind a switch: `crate::__m(17)` is true if MUTANT=17 is set.

So one build serves a whole sample. What cannot be switched at run time (constants) is left out and named.
"""

import re

import tree_sitter_rust
from tree_sitter import Language, Parser

PARSER = Parser(Language(tree_sitter_rust.language()))

# Appended to each crate: which mutant is on; with MUTANT_TRACE instead, the file that lists those that were reached.
SWITCH = r"""
/// Whether a mutant is on.
#[doc(hidden)]
#[inline]
pub fn __m(number: u32) -> bool {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    const UNKNOWN: u32 = u32::MAX;
    const TRACE: u32 = u32::MAX - 1;
    static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
    #[cold]
    #[inline(never)]
    fn ask(number: u32, active: &AtomicU32) -> bool {
        use std::io::Write;
        static SEEN: [AtomicU32; 4096] = [const { AtomicU32::new(0) }; 4096];
        if let Ok(trace) = std::env::var("MUTANT_TRACE") {
            active.store(TRACE, Relaxed);
            if SEEN[number as usize].swap(1, Relaxed) == 0 {
                let file = std::fs::OpenOptions::new().append(true).create(true).open(trace);
                let _ = file.and_then(|mut file| file.write_all(format!("{number}\n").as_bytes()));
            }
            return false;
        }
        let wanted = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        active.store(wanted, Relaxed);
        wanted == number
    }
    let active = ACTIVE.load(Relaxed);
    if active < TRACE { active == number } else { ask(number, &ACTIVE) }
}
"""


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


def is_constant(node):
    """Whether an expression is evaluated by the compiler."""
    while node is not None:
        if node.type in ("const_item", "static_item", "array_type", "const_block", "const_parameter"):
            return True
        if node.type in ("function_item", "closure_expression"):
            return False
        node = node.parent
    return False


def replacement(mutant):
    """The text in place of a body. cargo-mutants does not see that these names are results."""
    new, result = mutant["replacement"], "Ok(Default::default())"
    function = mutant.get("function") or {}
    if new == "Default::default()" and re.search(r"-> (Reply|AppResult|ApiResult)", function.get("return_type", "")):
        return result
    named = re.fullmatch(r"(?:AppResult|ApiResult|Reply)::(?:(?:new|from)\((.*)\)|from_iter\(\[(.*)\]\))", new)
    return f"Ok({named[1] or named[2]})" if named and (named[1] or named[2]) else result if named else new


class Source:
    """A file with the places where something is put in, cut out or chosen."""

    def __init__(self, data):
        self.data = data
        self.nodes = list(walk(PARSER.parse(data).root_node))
        self.lines = data.split(b"\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.choices = {}  # (start, end) of an expression -> [(number, kind, what)]
        self.inserts = {}  # place -> texts
        self.cuts = set()  # `const` of functions that ask the switch

    def text(self, node):
        return self.data[node.start_byte : node.end_byte]

    def offset(self, at):
        line = self.lines[at["line"] - 1].decode()
        return self.starts[at["line"] - 1] + len(line[: at["column"] - 1].encode())

    def choose(self, node, *choice):
        self.choices.setdefault((node.start_byte, node.end_byte), []).append(choice)

    def insert(self, place, text):
        self.inserts.setdefault(place, []).append(text.encode())

    def add(self, mutant):
        """Writes a mutant in; false if it cannot be switched."""
        start, end = (self.offset(mutant["span"][side]) for side in ("start", "end"))
        host = getattr(self, mutant["genre"])(mutant["id"], start, end, replacement(mutant))
        if host is None:
            return False
        while host is not None and host.type != "function_item":
            host = host.parent
        for part in host.children if host else ():
            if part.type == "function_modifiers":
                self.cuts.update((k.start_byte, k.end_byte) for k in part.children if k.type == "const")
        return True

    def first(self, kinds, fits):
        found = next((node for node in self.nodes if node.type in kinds and fits(node)), None)
        return None if found is None or is_constant(found) else found

    def FnValue(self, number, start, end, new):
        bodies = [node.child_by_field_name("body") for node in self.nodes if node.type == "function_item"]
        bodies = [body for body in bodies if body and body.start_byte <= start and end <= body.end_byte]
        if not bodies:
            return None
        body = min(bodies, key=lambda body: body.end_byte - body.start_byte)
        self.insert(body.start_byte + 1, f" if crate::__m({number}) {{ return {new}; }} ")
        return body

    def BinaryOperator(self, number, start, end, new):
        def is_it(node):
            operator = node.child_by_field_name("operator")
            return (operator.start_byte, operator.end_byte) == (start, end)

        node = self.first(("binary_expression", "compound_assignment_expr"), is_it)
        if node is None or any(child.type.startswith("let_") for child in node.children):
            return None
        self.choose(node, number, "operator", (start, end, new.encode()))
        return node

    def UnaryOperator(self, number, start, end, new):
        node = self.first(("unary_expression",), lambda node: node.start_byte == start)
        if node is not None:
            self.choose(node, number, "operator", (start, end, new.encode()))
        return node

    def MatchArmGuard(self, number, start, end, new):
        def is_it(node):
            guard = node.child_by_field_name("condition")
            return guard and guard.start_byte <= start and guard.end_byte == end and guard.type != "let_chain"

        node = self.first(("match_pattern",), is_it)
        if node is not None:
            self.choose(node.child_by_field_name("condition"), number, "instead", new.encode())
        return node

    def MatchArm(self, number, start, _end, _new):
        node = self.first(("match_arm",), lambda node: node.start_byte == start)
        if node is None:
            return None
        pattern = node.child_by_field_name("pattern")
        guard = pattern.child_by_field_name("condition")
        if guard is None:
            self.insert(pattern.end_byte, f" if !crate::__m({number})")
        elif guard.type.startswith("let_"):
            return None
        else:
            self.insert(guard.start_byte, f"!crate::__m({number}) && (")
            self.insert(guard.end_byte, ")")
        return node

    def StructField(self, number, start, _end, _new):
        node = self.first(("field_initializer",), lambda node: node.start_byte <= start < node.end_byte)
        if node is None:
            return None
        base = next((part for part in node.parent.children if part.type == "base_field_initializer"), None)
        value = node.child_by_field_name("value")
        field = node.child_by_field_name("field") or node.child_by_field_name("name")
        if base is None or value is None or field is None:
            return None
        others, kind = self.text(base)[2:], self.text(node.parent.parent.child_by_field_name("name"))
        is_name = re.fullmatch(rb"\w+", others)
        whole = others if is_name else b"{ let others: " + kind + b" = " + others + b"; others"
        self.choose(value, number, "instead", whole + b"." + self.text(field) + (b"" if is_name else b" }"))
        return node

    def cut_callers(self):
        """A `const fn` that calls one that asks the switch is none either."""
        constants = []
        for node in self.nodes:
            if node.type == "function_modifiers":
                constants += [((k.start_byte, k.end_byte), node.parent) for k in node.children if k.type == "const"]
        for _ in range(4):
            names = [self.text(f.child_by_field_name("name")) for cut, f in constants if cut in self.cuts]
            for cut, function in constants:
                body = self.text(function).split(b"{", 1)[-1]
                if any(re.search(rb"\b" + name + rb"\(", body) for name in names):
                    self.cuts.add(cut)

    def written(self):
        """The whole file with its mutants."""
        if self.cuts:
            self.cut_callers()
        return self.rendered(0, len(self.data) + 1)

    def rendered(self, start, end, operator=None, inside=None):
        """What stands from `start` to `end`; `inside` is the choice that is being written, `operator` its mutant."""
        ranges = sorted((r for r in self.choices if start <= r[0] and r[1] <= end and r != inside),
                        key=lambda r: (r[0], -r[1]))
        outer, last = [], -1
        for r in ranges:
            if r[0] >= last:
                outer.append(r)
                last = r[1]
        is_free = lambda place: not any(r[0] < place < r[1] for r in outer)
        changes = [(r[0], 1, r[1], self.chosen(r)) for r in outer]
        changes += [(p, 0, p, b"".join(t)) for p, t in self.inserts.items() if start <= p < end and is_free(p)]
        changes += [(a, 0, b, b"") for a, b in self.cuts if start <= a and b <= end and is_free(a)]
        if operator and is_free(operator[0]):
            changes.append((operator[0], 0, operator[1], operator[2]))
        out, at = b"", start
        for place, _, after, new in sorted(changes, key=lambda change: change[:2]):
            if place >= at:
                out += self.data[at:place] + new
                at = after
        return out + self.data[at:end]

    def chosen(self, r):
        out = b"("
        for number, kind, what in self.choices[r]:
            other = what if kind == "instead" else self.rendered(*r, operator=what, inside=r)
            out += b"if crate::__m(%d) { " % number + other + b" } else "
        return out + b"{ " + self.rendered(*r, inside=r) + b" })"
