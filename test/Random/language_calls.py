"""Ways in which libraries and the language itself call code of a program.

Each is a name, types and functions at file scope, and statements; `$B` stands
for a block that names a number `i`, `$` for a new name, `$k` for a number.
"""

FUNCTOR = """struct F$ {
  unsigned operator()(unsigned i) const { $B return i + 1; }
};
"""
ORDER = """struct F$ {
  bool operator()(unsigned i, unsigned j) const { $B return i < j; }
};
"""
OBJECT = """struct C$ {
  unsigned v;
  C$(unsigned i) : v(i) { $B }
};
"""
DEFAULT = """struct C$ {
  unsigned v = 5;
  C$() { unsigned i = v; $B }
};
"""
COPIED = """struct C$ {
  unsigned v;
  C$(unsigned k) : v(k) {}
  C$(const C$ &from) : v(from.v) { unsigned i = v; $B }
  C$ &operator=(const C$ &from) {
    unsigned i = v = from.v;
    $B
    return *this;
  }
};
"""
DYING = """struct C$ {
  unsigned v;
  explicit C$(unsigned k = 4) : v(k) {}
  ~C$() { unsigned i = v; $B }
};
"""
NUMBER = """struct C$ {
  unsigned v;
  operator unsigned() const { unsigned i = v; $B return i; }
};
"""
SUM = """struct C$ {
  unsigned v;
  friend C$ operator+(C$ l, C$ r) {
    unsigned i = l.v + r.v;
    $B
    return {i % 97};
  }
  friend bool operator==(C$ l, C$ r) {
    unsigned i = l.v;
    $B
    return i == r.v;
  }
  friend bool operator<(C$ l, C$ r) {
    unsigned i = r.v;
    $B
    return l.v < i;
  }
};
"""
PLAIN = """static unsigned f$(unsigned i) { $B return i + 2; }
"""
QSORT = """static int f$(const void *l, const void *r) {
  unsigned i = *(const unsigned *)l, j = *(const unsigned *)r;
  $B
  return i < j ? -1 : i > j;
}
"""
STEP = """struct C$ {
  unsigned v;
  C$ &operator++() { unsigned i = v++; $B return *this; }
  unsigned operator*() const { return v; }
  bool operator!=(const C$ &o) const { return v != o.v; }
};
struct D$ {
  C$ begin() const { return {$k}; }
  C$ end() const { return {$k + 3}; }
};
"""
THREE = "unsigned p$[3] = {1, $k + 2, 9}; "

CALLBACKS = [
    ("lambda", "", "auto l$ = [](unsigned i) { $B }; l$($k); l$(7);"),
    ("mutable lambda", "",
     "auto l$ = [i = $ku]() mutable { $B i += 3; }; l$(); l$();"),
    ("lambda with captures", "",
     "unsigned i = $k; auto l$ = [&, j = i] { $B i = j + 1; }; l$(); l$();"),
    ("recursive lambda", "", "auto l$ = [](auto &self, unsigned i) -> void "
     "{ $B if (i % 4) self(self, i - 1); }; l$(l$, $k);"),
    ("functor in std::for_each", FUNCTOR,
     THREE + "std::for_each(p$, p$ + 3, F$());"),
    ("functor in std::transform", FUNCTOR,
     THREE + "std::transform(p$, p$ + 3, p$, F$()); note(p$[1]);"),
    ("functor in std::accumulate", """struct F$ {
  unsigned operator()(unsigned s, unsigned i) const { $B return s + i; }
};
""", THREE + "note(std::accumulate(p$, p$ + 3, 0u, F$()));"),
    ("functor in std::find_if", """struct F$ {
  bool operator()(unsigned i) const { $B return i == 9; }
};
""", THREE + "note(std::find_if(p$, p$ + 3, F$()) - p$);"),
    ("functor in std::count_if", """struct F$ {
  bool operator()(unsigned i) const { $B return i % 2; }
};
""", THREE + "note(std::count_if(p$, p$ + 3, F$()));"),
    ("functor in std::generate", """struct F$ {
  unsigned i = $k;
  unsigned operator()() { $B return i++; }
};
""", THREE + "std::generate(p$, p$ + 3, F$()); note(p$[2]);"),
    ("comparator of std::sort", ORDER,
     THREE + "std::sort(p$, p$ + 3, F$()); note(p$[1]);"),
    ("comparator of std::min_element", ORDER,
     THREE + "note(*std::min_element(p$, p$ + 3, F$()));"),
    ("comparator of std::set", ORDER,
     "std::set<unsigned, F$> s${3, $k, 8}; note(s$.size());"),
    ("comparator of std::map", ORDER,
     "std::map<unsigned, int, F$> s$; s$[$k] = 1; s$[4] = 2;"),
    ("std::function", FUNCTOR,
     "std::function<unsigned(unsigned)> f$ = F$(); note(f$($k));"),
    ("std::function", "",
     "std::function<void(unsigned)> f$ = [](unsigned i) { $B }; f$($k);"),
    ("std::bind", FUNCTOR, "note(std::bind(F$(), $k)());"),
    ("std::invoke", FUNCTOR, "note(std::invoke(F$(), $ku));"),
    ("std::apply", FUNCTOR, "note(std::apply(F$(), std::tuple($ku)));"),
    ("std::ref of a functor", FUNCTOR,
     THREE + "F$ f$; std::transform(p$, p$ + 3, p$, std::ref(f$));"),
    ("function in an algorithm", PLAIN,
     THREE + "std::transform(p$, p$ + 3, p$, f$); note(p$[0]);"),
    ("pointer to a function", PLAIN,
     "unsigned (*g$)(unsigned) = f$; note(g$($k));"),
    ("table of functions", PLAIN, "unsigned (*const g$[])(unsigned) = "
     "{f$, f$}; note(g$[seen % 2]($k));"),
    ("member function by pointer", FUNCTOR, "F$ f$; auto g$ = "
     "&F$::operator(); note((f$.*g$)($k));"),
    ("virtual function", """struct C$ {
  virtual void go(unsigned) {}
  virtual ~C$() = default;
};
struct D$ : C$ {
  void go(unsigned i) override { $B }
};
""", "D$ d$; C$ &c$ = d$; c$.go($k);"),
    ("template of a functor", FUNCTOR + """template <class F> void f$(F f) {
  note(f($k));
}
""", "f$(F$());"),
    ("qsort", QSORT, THREE + "qsort(p$, 3, sizeof(unsigned), f$);"),
    ("bsearch", QSORT,
     THREE + "note(!bsearch(p$ + 2, p$, 3, sizeof(unsigned), f$));"),
    ("constructor", OBJECT, "C$ c$($k); note(c$.v);"),
    ("constructor by conversion", OBJECT + """static unsigned f$(C$ c) {
  return c.v;
}
""", "note(f$($k));"),
    ("constructor in an array", DEFAULT, "C$ c$[2]; note(c$[1].v);"),
    ("constructor of a filler", DEFAULT, "C$ c$[3] = {}; note(c$[2].v);"),
    ("constructor in new[]", DEFAULT,
     "C$ *c$ = new C$[2]{}; note(c$[1].v); delete[] c$;"),
    ("constructor in std::vector", DEFAULT, "std::vector<C$> c$(2);"),
    ("constructor in emplace_back", OBJECT,
     "std::vector<C$> c$; c$.emplace_back($k);"),
    ("constructor in make_unique", OBJECT,
     "auto c$ = std::make_unique<C$>($k); note(c$->v);"),
    ("constructor of a member", OBJECT + "struct D$ { C$ c{$k}; };\n",
     "D$ d$; note(d$.c.v);"),
    ("constructor of a base", OBJECT + "struct D$ : C$ { D$() : C$($k) {} };\n",
     "D$ d$; note(d$.v);"),
    ("inherited constructor", OBJECT + "struct D$ : C$ { using C$::C$; };\n",
     "D$ d$($k); note(d$.v);"),
    ("default member initialiser", PLAIN
     + "struct D$ { unsigned v = f$($k); };\n", "D$ d$; note(d$.v);"),
    ("default argument", PLAIN
     + "static unsigned g$(unsigned v = f$($k)) { return v; }\n",
     "note(g$());"),
    ("static object", OBJECT, "static C$ c$($k); note(c$.v);"),
    ("static initialiser", PLAIN, "static unsigned s$ = f$($k); note(s$);"),
    ("thread-local initialiser", PLAIN,
     "thread_local unsigned s$ = f$($k); note(s$);"),
    ("copy constructor", COPIED, "C$ c$($k), d$ = c$; note(d$.v);"),
    ("copy in push_back", COPIED,
     "std::vector<C$> c$; C$ d$($k); c$.push_back(d$);"),
    ("copy assignment", COPIED, "C$ c$($k), d$(3); d$ = c$; note(d$.v);"),
    ("copies in std::swap", COPIED, "C$ c$($k), d$(3); std::swap(c$, d$);"),
    ("copies in std::copy", COPIED, "C$ c$[2] = {1, 2}, d$[2] = {3, 4}; "
     "std::copy(c$, c$ + 2, d$);"),
    ("defaulted copy", COPIED + "struct D$ { C$ c; };\n",
     "D$ c${{$k}}, d$ = c$; note(d$.c.v);"),
    ("destructor", DYING, "{ C$ c$($k); } note(1);"),
    ("destructor of a temporary", DYING, "note(C$($k).v);"),
    ("destructor in delete", DYING, "delete new C$($k);"),
    ("destructor in unique_ptr", DYING,
     "std::unique_ptr<C$> c$(new C$($k)); c$.reset();"),
    ("destructor in std::vector", DYING, "{ std::vector<C$> c$(2); }"),
    ("destructor of a member", DYING + "struct D$ { C$ c; };\n",
     "{ D$ d$; note(d$.c.v); }"),
    ("destructor in an exception", DYING,
     "try { C$ c$($k); throw 1; } catch (int) { note(2); }"),
    ("deleter of unique_ptr", """struct F$ {
  void operator()(unsigned *p) const { unsigned i = *p; $B }
};
""", "unsigned v$ = $k; { std::unique_ptr<unsigned, F$> p$(&v$); }"),
    ("deleter of shared_ptr", "", "unsigned v$ = $k; { "
     "std::shared_ptr<unsigned> p$(&v$, [](unsigned *p) "
     "{ unsigned i = *p; $B }); }"),
    ("conversion", NUMBER, "C$ c${$k}; unsigned v$ = c$; note(v$);"),
    ("conversion in std::vector", NUMBER, "C$ c$[2] = {{1}, {$k}}; "
     "std::vector<unsigned> v$(c$, c$ + 2); note(v$[1]);"),
    ("conversion to bool", """struct C$ {
  unsigned i;
  explicit operator bool() const { $B return i > 4; }
};
""", "if (C${$k}) note(1);"),
    ("conversion in a subscript", NUMBER,
     THREE + "C$ c${1}; note(p$[c$]);"),
    ("operator+", SUM, "C$ c${$k}, d${3}; note((c$ + d$).v);"),
    ("operator+ in std::accumulate", SUM, "C$ c$[2] = {{1}, {$k}}; "
     "note(std::accumulate(c$, c$ + 2, C${0}).v);"),
    ("operator== in std::find", SUM, "C$ c$[2] = {{1}, {$k}}; "
     "note(std::find(c$, c$ + 2, C${1}) - c$);"),
    ("operator< in std::sort", SUM, "C$ c$[3] = {{1}, {$k}, {3}}; "
     "std::sort(c$, c$ + 3); note(c$[1].v);"),
    ("operator< in std::max", SUM,
     "C$ c${$k}, d${4}; note(std::max(c$, d$).v);"),
    ("operator[]", """struct C$ {
  unsigned operator[](unsigned i) const { $B return i; }
};
""", "C$ c$; note(c$[$k]);"),
    ("operator->", """struct C$ {
  unsigned v;
  C$ *operator->() { unsigned i = v; $B return this; }
};
""", "C$ c${$k}; note(c$->v);"),
    ("operator,", """struct C$ {
  unsigned i;
  void operator,(int) const { $B }
};
""", "C${$k}, 3;"),
    ("operator new", """struct C$ {
  static void *operator new(size_t size) {
    unsigned i = $k;
    $B
    return malloc(size);
  }
  static void operator delete(void *p) { free(p); }
};
""", "delete new C$;"),
    ("operator delete", """struct C$ {
  static void *operator new(size_t size) { return malloc(size); }
  static void operator delete(void *p) {
    unsigned i = $k;
    $B
    free(p);
  }
};
""", "delete new C$;"),
    ("iterator in a loop", STEP, "for (unsigned v : D$()) note(v);"),
    ("iterator in a loop", STEP,
     "for (C$ c${$k}; c$ != C${$k + 2}; ++c$) note(*c$);"),
    ("literal operator", "static unsigned operator\"\"_u$("
     "unsigned long long i) { $B return 1; }\n", "note($k_u$);"),
    ("initializer_list", """struct C$ {
  C$(std::initializer_list<unsigned> l) { for (unsigned i : l) { $B } }
};
""", "C$ c${$k, 4};"),
    ("constructor that throws", """struct C$ {
  C$(unsigned i) { $B throw i; }
};
""", "try { C$ c$($k); } catch (unsigned v) { note(v); }"),
    ("std::thread", "",
     "unsigned i = $k; std::thread([&] { $B }).join();"),
    ("std::thread", PLAIN, "std::thread(f$, $k).join();"),
    ("std::async", PLAIN, "note(std::async(f$, $k).get());"),
    ("std::call_once", PLAIN,
     "std::once_flag o$; std::call_once(o$, f$, $k);"),
    ("std::visit", """struct F$ {
  void operator()(unsigned i) const { $B }
  void operator()(char) const {}
};
""", "std::variant<char, unsigned> v$ = $ku; std::visit(F$(), v$);"),
    ("cudaLaunchHostFunc", """static void f$(void *p) {
  unsigned i = *(unsigned *)p;
  $B
}
""", "unsigned v$ = $k; cudaLaunchHostFunc(0, f$, &v$); "
     "cudaDeviceSynchronize();"),
    ("cleanup", """static void f$(unsigned *p) {
  unsigned i = *p;
  $B
}
""", "{ __attribute__((cleanup(f$))) unsigned v$ = $k; note(v$); }"),
    ("goto", "", "{ unsigned i = $k; again$: $B if (i++ < $k + 1) "
     "goto again$; }"),
    ("statement expression", "",
     "note(({ unsigned i = $k; $B i; }));"),
    ("switch", "",
     "{ unsigned i = $k; switch (i % 3) { case 0: $B default: note(i); } }"),
    ("comma loop", "",
     "for (unsigned i = 0, j = 5; i != j; ++i, --j) { $B if (i > 3) break; }"),
    ("setjmp", "", "jmp_buf j$; if (setjmp(j$) == 0) { unsigned i = $k; $B "
     "longjmp(j$, 1); } note(2);"),
    ("atexit", "static void f$() { unsigned i = $k; $B }\n", "atexit(f$);"),
    ("attribute destructor", "static __attribute__((destructor)) void f$() "
     "{ unsigned i = $k; $B }\n", ";"),
    ("attribute constructor", "static __attribute__((constructor)) void f$() "
     "{ unsigned i = $k; $B }\n", ";"),
    ("destructor of a static object", DYING, "static C$ c$($k);"),
    ("local class", "", "struct L$ { void go(unsigned i) { $B } }; "
     "L$().go($k);"),
]
# Run before or behind `main`, where only some arrays are.
OUTSIDE = ("atexit", "attribute destructor", "attribute constructor",
           "destructor of a static object")

HEADERS = ["algorithm", "map", "memory", "numeric", "set", "setjmp.h",
           "stdio.h", "stdlib.h", "string.h", "tuple", "utility", "vector"]
HEAVY_HEADERS = ["functional", "future", "mutex", "thread", "variant"]
