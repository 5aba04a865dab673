"""Ways to name a variable or an element, and to change it in a call.

`{e}` stands for what is named, `{t}` for its type, `{id}` for a new name,
`{yes}` for what is true, and `{other}` for another variable of that type. Each
is a name, lines that come before, and the text; those of `HOST` are for the
host alone.
"""

PLACES = [
    ("comma lvalue", ["int t{id} = 0;"], "(t{id}++, {e})"),
    ("comma lvalue", [], "((void)0, {e})"),
    ("conditional lvalue", ["{t} o{id} = 1;"], "({yes} ? {e} : o{id})"),
    ("conditional lvalue", ["{t} o{id} = 1;"], "(!({yes}) ? o{id} : {e})"),
    ("elvis lvalue", ["{t} o{id} = 1, *p{id} = &{e};"], "(*(p{id} ?: &o{id}))"),
    ("reference cast", [], "(({t} &){e})"),
    ("static cast", [], "static_cast<{t} &>({e})"),
    ("const cast", [], "const_cast<{t} &>(static_cast<const {t} &>({e}))"),
    ("cast of a const reference", ["const {t} &r{id} = {e};"],
     "(({t} &)r{id})"),
    ("cast of a const pointer", ["const {t} *p{id} = &{e};"],
     "(*({t} *)p{id})"),
    ("reference", ["{t} &r{id} = {e};"], "r{id}"),
    ("braced reference", ["{t} &r{id}{{{e}}};"], "r{id}"),
    ("reference in an object", ["Kept<{t}> h{id} = {{{e}}};"], "h{id}.at"),
    ("reference in a braced object", [], "Kept<{t}>{{{e}}}.at"),
    ("reference of a constructor", ["Held<{t}> h{id}({e});"], "h{id}.at"),
    ("reference of a constructor", [], "Held<{t}>({e}).get()"),
    ("operator for a reference", ["Held<{t}> h{id}({e});"], "(*h{id})"),
    ("conversion to a reference", ["Held<{t}> h{id}({e});"],
     "static_cast<{t} &>(h{id})"),
    ("lambda for a reference", [], "[&]() -> {t} & {{ return {e}; }}()"),
    ("generic lambda", [], "[](auto &v) -> auto & {{ return v; }}({e})"),
    ("function for a reference", [], "same({e})"),
    ("pointer", [], "(*&{e})"),
    ("pointer", ["{t} *p{id} = &{e};"], "p{id}[0]"),
    ("pointer to a pointer", ["{t} *p{id} = &{e}, **q{id} = &p{id};"],
     "(**q{id})"),
    ("assignment as a place", [], "({e} += 0)"),
    ("assignment as a place", [], "({e} = {e})"),
    ("statement expression", [], "(*({{ {t} *p{id} = &{e}; p{id}; }}))"),
    ("binding of references", ["Kept<{t}> h{id} = {{{e}}};",
                               "auto &[b{id}] = h{id};"], "b{id}"),
    ("binding of pointers", ["Two<{t} *> h{id} = {{&{e}, nullptr}};",
                             "auto [b{id}, c{id}] = h{id};"], "(*b{id})"),
    ("member pointer", ["Two<{t} *> h{id} = {{nullptr, &{e}}};",
                        "{t} *Two<{t} *>::*m{id} = &Two<{t} *>::b;"],
     "(*(h{id}.*m{id}))"),
]

# Of a member of an object `{o}` with members a and b.
MEMBER_PLACES = [
    ("member pointer", ["{t} Two<{t}>::*m{id} = &Two<{t}>::a;"],
     "({o}.*m{id})"),
    ("member pointer", ["auto m{id} = &Two<{t}>::a;", "auto *p{id} = &{o};"],
     "(p{id}->*m{id})"),
    ("structured binding", ["auto &[a{id}, b{id}] = {o};"], "a{id}"),
    ("first member by a cast", [], "(({t} &){o})"),
]

HOST_PLACES = [
    ("reference_wrapper", [], "std::ref({e}).get()"),
    ("reference_wrapper", ["std::reference_wrapper<{t}> w{id} = {e};"],
     "w{id}.get()"),
    ("tuple of references", [], "std::get<0>(std::tie({e}))"),
    ("function object for a reference",
     ["std::function<{t} &()> f{id} = [&]() -> {t} & {{ return {e}; }};"],
     "f{id}()"),
    ("forwarded", [], "std::forward<{t} &>({e})"),
    ("pointer in a container", ["std::vector<{t} *> c{id};",
                                "c{id}.emplace_back(&{e});"], "(*c{id}[0])"),
    ("reference in a container",
     ["std::vector<std::reference_wrapper<{t}>> c{id};",
      "c{id}.emplace_back({e});"], "c{id}[0].get()"),
    ("reference in a pair", ["std::pair<{t} &, int> c{id}({e}, 1);"],
     "c{id}.first"),
    ("reference in a tuple", ["std::tuple<int, {t} &> c{id}(1, {e});"],
     "std::get<1>(c{id})"),
]

# Give a place the value `{v}`.
CALLS = [
    ("reference parameter", ["assign({e}, {v});"]),
    ("pointer parameter", ["assign_to(&{e}, {v});"]),
    ("functor", ["Assign{{{v}}}({e});"]),
    ("lambda parameter", ["[]({t} &v) {{ v = {v}; }}({e});"]),
    ("generic lambda", ["[](int v, auto &p) {{ p = v; }}({v}, {e});"]),
    ("lambda capture", ["[&r = {e}] {{ r = {v}; }}();"]),
    ("mutable lambda", ["auto l{id} = [c = {v} - 1]() mutable "
                        "{{ return ++c; }};", "{e} = l{id}();"]),
    ("lambda in a variable", ["auto l{id} = [&](int v) {{ {e} = v; }};",
                              "l{id}({v});"]),
    ("constructor", ["Begins<{t}>({e}, {v});"]),
    ("destructor", ["{{ Ends<{t}> d{id}({e}, {v}); }}"]),
    ("destructor", ["Ends<{t}>({e}, {v}).nothing();"]),
    ("operator", ["Held<{t}>{{{e}}} << {v};"]),
    ("assignment operator", ["Held<{t}>{{{e}}} = {v};"]),
    ("and with a store", ["{yes} && ({e} = {v});"]),
    ("or with a store", ["!({yes}) || ({e} = {v});"]),
    ("elvis with a store", ["(void)(!({yes}) ?: ({e} = {v}));"]),
    ("conditional with a store", ["{yes} ? (void)({e} = {v}) : (void)0;"]),
    ("store in a condition", ["if (({e} = {v}) > 500)", "  {e} = 1;"]),
    ("declaration in a condition", ["if (int c{id} = {v}; c{id} < 500)",
                                    "  {e} = c{id};"]),
    ("loop of one round", ["for (int c{id} = 0; c{id} != 1; ++c{id})",
                           "  {e} = {v};"]),
    ("do loop", ["do", "  {e} = {v};", "while (!({yes}));"]),
    ("switch", ["switch ({v}) {{", "case {v}:", "  {e} = {v};", "  break;",
                "default:", "  {e} = 0;", "}}"]),
    ("case", ["switch ({v})", "case {v}:", "  {e} = {v};"]),
    ("two cases", ["switch ({v}) {{", "case -1:", "case {v}: {{",
                   "  {e} = {v};", "}}", "}}"]),
    ("default", ["switch ({v}) {{", "default:", "  {e} = {v};", "}}"]),
    ("label", ["goto past{id};", "past{id}:", "{e} = {v};"]),
    ("else", ["if (!({yes}))", "  ;", "else", "  {e} = {v};"]),
    ("if constexpr", ["if constexpr (sizeof({t}) > 0)", "  {e} = {v};"]),
    ("while loop", ["for (bool c{id} = true; c{id};)",
                    "  while (c{id})", "    c{id} = false, {e} = {v};"]),
    ("increment of a loop", ["for (bool c{id} = true; c{id};",
                             "     c{id} = false, {e} = {v})", "  ;"]),
    ("goto", ["{{", "  int c{id} = 0;", "again{id}:",
              "  {e} = {v} - 1 + c{id};", "  if (c{id}++ == 0)",
              "    goto again{id};", "}}"]),
]

HOST_CALLS = [
    ("std::for_each", ["std::for_each(&{e}, &{e} + 1, "
                       "[]({t} &v) {{ v = {v}; }});"]),
    ("std::for_each with a functor", ["std::for_each(&{e}, &{e} + 1, "
                                      "Assign{{{v}}});"]),
    ("std::transform", ["std::transform(&{e}, &{e} + 1, &{e}, "
                        "[](int) {{ return {v}; }});"]),
    ("std::generate", ["std::generate(&{e}, &{e} + 1, "
                       "[] {{ return {v}; }});"]),
    ("std::fill", ["std::fill_n(&{e}, 1, ({t}){v});"]),
    ("std::generate of pointers",
     ["{t} *k{id}[1];",
      "std::generate(k{id}, k{id} + 1, [&] {{ return &{e}; }});",
      "*k{id}[0] = {v};"]),
    ("std::function", ["std::function<void({t} &)> f{id} = Assign{{{v}}};",
                       "f{id}({e});"]),
    ("std::function", ["std::function<void()> f{id} = [&] {{ {e} = {v}; }};",
                       "f{id}();"]),
    ("std::swap", ["{t} o{id} = {v};", "std::swap({e}, o{id});"]),
    ("std::exchange", ["std::exchange({e}, ({t}){v});"]),
    ("std::tie", ["std::tie({e}, std::ignore) = "
                  "std::pair<int, int>({v}, 1);"]),
    ("std::invoke", ["std::invoke(Assign{{{v}}}, {e});"]),
    ("std::bind", ["std::bind(Assign{{{v}}}, std::ref({e}))();"]),
    ("std::apply", ["std::apply(Assign{{{v}}}, std::tie({e}));"]),
    ("exception", ["try {{", "  throw {v};", "}} catch (int v) {{",
                   "  {e} = v;", "}}"]),
    ("try block", ["try {{", "  {e} = {v};", "}} catch (...) {{", "}}"]),
    ("statement expression", ["({{ {e} = {v}; }});"]),
    ("range of one", ["for (int c{id} : {{{v}}})", "  {e} = c{id};"]),
    ("memcpy", ["{t} o{id} = {v};", "memcpy(&{e}, &o{id}, sizeof({t}));"]),
    ("asm", ['asm("" : "=r"({e}) : "0"(({t}){v}));']),
    ("sscanf", ["int o{id} = 0;", 'sscanf("{v}", "%d", &o{id});',
                "{e} = o{id};"]),
    ("strtol", ['{e} = strtol("{v}", nullptr, 10);']),
    ("qsort", ["int o{id}[2] = {{{v}, 600}};",
               "qsort(o{id}, 2, sizeof(int), falling);", "{e} = o{id}[1];"]),
    ("std::sort", ["int o{id}[3] = {{0, 600, {v}}};",
                   "std::sort(o{id}, o{id} + 3, [&](int l, int r) {{",
                   "  {e} = 5;", "  return l > r;", "}});",
                   "{e} = o{id}[1] ?: {v};"]),
]

# What the texts use.
HELPERS = """template <class T> struct Two {
  T a, b;
};
template <class T> struct Kept {
  T &at;
};
template <class T> struct Held {
  T &at;
  BOTH explicit Held(T &to) : at(to) {}
  BOTH T &get() const { return at; }
  BOTH T &operator*() const { return at; }
  BOTH operator T &() const { return at; }
  BOTH void operator<<(int v) const { at = v; }
  BOTH void operator=(int v) { at = v; }
};
template <class T> struct Begins {
  BOTH Begins(T &to, int v) { to = v; }
};
template <class T> struct Ends {
  T &at;
  int last;
  BOTH Ends(T &to, int v) : at(to), last(v) {}
  BOTH ~Ends() { at = last; }
  BOTH void nothing() {}
};
struct Assign {
  int by;
  template <class T> BOTH void operator()(T &to) const { to = by; }
};
template <class T> BOTH T &same(T &v) { return v; }
template <class T> BOTH void assign(T &to, int v) { to = v; }
template <class T> BOTH void assign_to(T *to, int v) { *to = v; }
static int falling(const void *l, const void *r) {
  return *(const int *)r - *(const int *)l;
}
"""
HELPERS = HELPERS.replace("BOTH", "__host__ __device__")


# Names from headers that take longer to read than a program.
HEAVY = ("function<", "std::ref", "reference_wrapper", "invoke", "std::bind",
         "std::apply", "thread", "async", "call_once", "visit", "variant<")
# What keeps arrays of the simple memory model out of the whole file.
THREADS = ("std::thread", "std::async", "setjmp")


def is_heavy(entry):
    return any(name in str(entry) for name in HEAVY)


class Places:
    """For whom a text is: `has` counts a construct, unless it is left out."""

    device = light = threads = False
    odd = 0.5  # how much of it is unusual

    def choose(self, entries):
        """One of some entries; a light program has none with long headers,
        and few have threads."""
        while True:
            entry = self.one(entries)
            if not (self.light and is_heavy(entry)
                    or not self.threads and entry[0] in THREADS):
                return entry

    def named(self, entries, **values):
        """One of some entries, written, or None if it is left out."""
        name, *parts = self.choose(entries)
        if not self.has(name):
            return None
        values |= {"id": self.fresh(""), "yes": self.truth()}

        def written(part):
            if isinstance(part, list):
                return [line.format(**values) for line in part]
            return part.format(**values)
        return [written(part) for part in parts]

    def place(self, variable, depth=2):
        """Lines, and another text for a variable or an element."""
        lines, text = [], variable.text
        while depth and self.chance(self.odd):
            depth -= 1
            entries = PLACES + (HOST_PLACES * 2) * (not self.device)
            if variable.fields and text == variable.text:
                entries = entries + MEMBER_PLACES * 3
            made = self.named(entries, e=text, t=variable.kind,
                              o=variable.fields)
            if made:
                lines, text = lines + made[0], made[1]
        return lines, text

    def put(self, variable, place, value):
        """Lines that give a place a value that is not below 0; or none."""
        if value < 0:
            return []
        entries = CALLS + HOST_CALLS * (not self.device)
        made = self.named(entries, e=place, t=variable.kind, v=value)
        return made[0] if made else []
