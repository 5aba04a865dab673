//===- PhaseEdits.cpp - Kernels cut into phases, as edits -----------------===//
#include "tessera/Emit/PhaseEdits.h"
#include "host/CooperativeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

/// The edits of one kernel and its launches.
class PhaseEmitter {
public:
  PhaseEmitter(const Program &P, const SplitKernel &Split,
               const Insertions &Layout, std::vector<TextEdit> &Result)
      : P(P), K(P.kernel(Split.Kernel)), Split(Split), Source(P.Source),
        Layout(Layout), Result(Result) {}

  void run() {
    SourceRange Name = K.NameRange;
    Mine.push_back({Name, Split.Phases.front().Name, "first phase"});
    if (std::string More = counters(Split.Phases.front()); !More.empty())
      Mine.push_back(parameters(More));
    const std::string Base = Layout.indentation(K.Definition.Begin);
    if (std::string More = directivesOutside(textOf(0), Base); !More.empty())
      Mine.push_back({{K.Definition.Begin, K.Definition.Begin},
                      More.substr(Base.size()) + Base,
                      "directives of the kernel"});
    for (unsigned I = 0; I < Split.Cuts.size(); ++I)
      cut(Split.Cuts[I], Split.Phases[I + 1], textOf(I + 1));
    for (auto &[Where, Text] : Split.Replaced)
      if (Text.empty())
        Mine.push_back({withLine(Where), "", "not in this phase"});
      else
        Mine.push_back({Where, Text, "not in this phase"});
    for (const PhaseRounds &R : Split.Rounds) {
      Mine.push_back({withLine(R.Head), "", "loop of the host"});
      Mine.push_back({withLine(R.Tail), "", "loop of the host"});
    }
    shiftRounds();
    for (TextEdit &E : Mine)
      Result.push_back(std::move(E));
    for (const PhasedLaunch &L : Split.Launches)
      launch(L);
  }

private:
  //===--- The kernel -----------------------------------------------------===//

  /// `int r`, for the counters that \p Phase uses.
  std::string counters(const KernelPhase &Phase) const {
    std::string Text;
    for (unsigned R : Phase.Counters) {
      const LoopInfo &L = K.loop(Split.Rounds[R].Loop);
      Text += (Text.empty() ? "" : ", ") + L.Type + " " + L.Name;
    }
    return Text;
  }

  TextEdit parameters(const std::string &More) const {
    SourceRange List = K.ParameterList;
    if (Source.slice(List.Begin, List.End).trim() == "void")
      return {List, More, "round"};
    return {{List.End, List.End},
            (K.Parameters.empty() ? "" : ", ") + More,
            "round"};
  }

  /// From the first specifier to the opening brace.
  std::string head(const KernelPhase &Phase) const {
    std::string Text =
        Source.slice(K.Definition.Begin, K.NameRange.Begin).str() + Phase.Name;
    unsigned From = K.NameRange.End, Open = K.Body->Source->Begin + 1;
    if (std::string More = counters(Phase); !More.empty()) {
      TextEdit E = parameters(More);
      Text += Source.slice(From, E.Where.Begin).str() + E.Replacement;
      From = E.Where.End;
    }
    return Text + Source.slice(From, Open).str();
  }

  /// \p Text, a statement that stood \p From characters from the margin, at
  /// \p Indentation.
  static std::string indented(llvm::StringRef Text, size_t From,
                              const std::string &Indentation) {
    llvm::SmallVector<llvm::StringRef> Lines;
    Text.trim().split(Lines, '\n');
    std::string Result;
    for (llvm::StringRef Line : Lines) {
      size_t Blank = Line.size() - Line.ltrim(" \t").size();
      Result += "\n" + Indentation +
                Line.drop_front(std::min(Blank, From)).rtrim().str();
    }
    return Result;
  }

  /// The directives right before the kernel, which are about its phases, too:
  /// in lines of their own that begin with \p Indentation.
  std::string directives(const std::string &Indentation) const {
    std::string Text;
    llvm::StringRef Before = Source.take_front(K.Definition.Begin).rtrim(" \t");
    while (Before.consume_back("\n")) {
      llvm::StringRef Line = Before.substr(Before.rfind('\n') + 1);
      Before = Before.drop_back(Line.size());
      llvm::StringRef Asked = Line = Line.trim();
      if (Asked.consume_front("// tessera:") ||
          Asked.consume_front("#pragma tessera")) {
        if (Asked.trim() != "on") // that is about what is before
          Text = Indentation + Line.str() + "\n" + Text;
      } else if (!Line.starts_with("//")) {
        break;
      }
    }
    return Text;
  }

  /// The comment, literal or line of the preprocessor that \p Rest begins with;
  /// empty if there is none.
  static llvm::StringRef noCode(llvm::StringRef Rest) {
    if (Rest.starts_with("/*"))
      return Rest.take_front(Rest.find("*/"));
    if (Rest.starts_with("//") || Rest.starts_with("#"))
      return Rest.take_front(Rest.find('\n'));
    if (!Rest.starts_with("\"") && !Rest.starts_with("'"))
      return "";
    size_t End = 1;
    while (End < Rest.size() && Rest[End] != Rest[0])
      End += Rest[End] == '\\' ? 2 : 1;
    return Rest.take_front(End + 1);
  }

  /// The directive that \p Text is, without what opens a comment.
  static llvm::StringRef directiveOf(llvm::StringRef Text) {
    if (Text.starts_with("#pragma tessera"))
      return Text;
    if (!Text.consume_front("//") && !Text.consume_front("/*"))
      return "";
    Text = Text.ltrim();
    return Text.starts_with("tessera:") ? Text : "";
  }

  /// The directives in the body, which are about the whole kernel, for a phase
  /// that has \p Own of it: in lines of their own, without those that it has.
  std::string directivesOutside(SourceRange Own,
                                const std::string &Indentation) const {
    const SourceRange Body = *K.Body->Source;
    std::string Text;
    for (unsigned At = Body.Begin; At < Body.End; ++At) {
      const unsigned Begin = At;
      llvm::StringRef Found = noCode(Source.slice(At, Body.End));
      At += Found.empty() ? 0 : Found.size() - 1;
      Found = directiveOf(Found);
      if (Found.empty() || Own.contains({Begin, Begin}))
        continue;
      Text += Indentation + (Found.starts_with("#") ? "" : "// ");
      llvm::SmallVector<llvm::StringRef> Words;
      llvm::SplitString(Found, Words, " \t\r\n\\");
      Text += llvm::join(Words, " ") + "\n";
    }
    return Text;
  }

  /// The bytes of phase \p I.
  SourceRange textOf(size_t I) const {
    const SourceRange Body = *K.Body->Source;
    auto Behind = [&](size_t Cut) {
      return Layout.behindComment(Split.Cuts[Cut].Behind);
    };
    return {I == 0 ? Body.Begin : Behind(I - 1),
            I < Split.Cuts.size() ? Behind(I) : Body.End};
  }

  void cut(const PhaseCut &Cut, const KernelPhase &Next, SourceRange Own) {
    const std::string Base = Layout.indentation(K.Definition.Begin);
    auto Depth = [&](unsigned Levels) {
      std::string Text = Base;
      for (unsigned I = 0; I < Levels; ++I)
        Text += Layout.unit();
      return Text;
    };
    std::string Text;
    for (unsigned I = Cut.Open; I > 0; --I)
      Text += "\n" + Depth(I) + "}";
    Text += "\n" + Base + "}\n\n" + Base + "// The next phase of '" + K.Name +
            "': all blocks are done with the one before.\n" + directives(Base) +
            directivesOutside(Own, Base) + Base + head(Next);
    unsigned Levels = 1;
    for (const RepeatedLine &Line : Next.Prologue) {
      Text += indented(Line.Text, 0, Depth(Levels));
      Levels += Line.Opens;
    }
    unsigned At = Layout.behindComment(Cut.Behind);
    if (!Cut.Barrier || At != Cut.Behind) {
      if (Cut.Barrier)
        Mine.push_back({withLine(*Cut.Barrier), "", "barrier of the block"});
      Mine.push_back({{At, At}, Text, "next phase"});
      return;
    }
    unsigned Begin = Source.take_front(Cut.Barrier->Begin).rtrim().size();
    Mine.push_back({{Begin, At}, Text, "next phase"});
  }

  /// \p R, with the line that it has for itself, or up to the comment there.
  SourceRange withLine(SourceRange R) const {
    llvm::StringRef Before = Source.take_front(R.Begin).rtrim(" \t");
    llvm::StringRef After = Source.drop_front(R.End).ltrim(" \t\r");
    if (Layout.behindComment(R.End) != R.End)
      return {R.Begin, unsigned(Source.size() - After.size())};
    if (!Before.ends_with("\n") || !After.starts_with("\n"))
      return R;
    return {unsigned(Before.size()),
            unsigned(Source.size() - After.size()) + 1};
  }

  /// The statements of loops that are gone move to the left.
  void shiftRounds() {
    std::map<unsigned, unsigned> Shift; // by start of line
    for (const PhaseRounds &R : Split.Rounds) {
      size_t Inner = Layout.unit().size();
      for (unsigned At = R.Head.End; At < R.Tail.Begin; ++At)
        if (Source[At] == '\n')
          Shift[At + 1] += Inner;
    }
    for (auto [At, Wanted] : Shift) {
      llvm::StringRef Line = Source.drop_front(At);
      unsigned Blank = Line.size() - Line.ltrim(" \t").size();
      SourceRange Gone{At, At + std::min(Wanted, Blank)};
      bool Free = llvm::none_of(Mine, [&](const TextEdit &E) {
        return E.Where.Begin < Gone.End && Gone.Begin < E.Where.End;
      });
      if (Free && Gone.size() > 0)
        Mine.push_back({Gone, "", "loop of the host"});
    }
  }

  //===--- Launches -------------------------------------------------------===//

  /// What changes in the statement of \p Change for it to start \p Phase.
  std::vector<TextEdit> forPhase(const PhasedLaunch &Change,
                                 const KernelPhase &Phase) const {
    const LaunchModel &L = P.launch(Change.Launch);
    unsigned End = L.Callee.End;
    std::vector<TextEdit> Edits = {
        {{End - unsigned(K.Name.size()), End}, Phase.Name, "phase"}};
    for (const PhasedLaunch::Saved &S : Change.Arguments)
      Edits.push_back({L.Arguments[S.Argument].Source, S.Name, "argument"});
    std::string More;
    for (unsigned R : Phase.Counters)
      More += (More.empty() && L.Arguments.empty() ? "" : ", ") +
              Change.Counters[R];
    unsigned Close = L.Source.End - 1;
    if (!More.empty())
      Edits.push_back({{Close, Close}, More, "round"});
    return Edits;
  }

  /// Opens a block around \p Statement, which is the body of another one.
  void brace(SourceRange Statement, std::string &Indentation) {
    llvm::StringRef Before = Source.take_front(Statement.Begin);
    unsigned End = Before.rtrim().size();
    if (!Before.drop_front(End).contains('\n'))
      Indentation += Layout.unit();
    Result.push_back({{End, Statement.Begin}, " {\n" + Indentation, "phases"});
  }

  void launch(const PhasedLaunch &Change) {
    const LaunchModel &L = P.launch(Change.Launch);
    const SourceRange S = L.Statement;
    const std::string Base = Layout.indentation(S.Begin);
    std::string Indentation = Base;
    std::string Before, After;
    auto Open = [&](const std::string &Line) {
      Before += Line + "\n";
      Indentation += Layout.unit();
      Before += Indentation;
    };
    bool Block = Change.Unbraced || !Change.Arguments.empty();
    if (Change.Unbraced)
      brace(S, Indentation);
    else if (Block)
      Open("{");
    for (const PhasedLaunch::Saved &A : Change.Arguments)
      Before += "const " + A.Type + " " + A.Name + " = " +
                L.Arguments[A.Argument].Text + ";\n" + Indentation;
    std::vector<unsigned> Around; // loops that are open
    for (const KernelPhase &Phase : Split.Phases) {
      bool First = &Phase == &Split.Phases.front();
      while (!Around.empty() &&
             !llvm::is_contained(Phase.Rounds, Around.back())) {
        Indentation.resize(Indentation.size() - Layout.unit().size());
        After += "\n" + Indentation + "}";
        Around.pop_back();
      }
      for (unsigned R : Phase.Rounds)
        if (!llvm::is_contained(Around, R)) {
          if (First)
            Open(Change.Headers[R] + " {");
          else {
            After += "\n" + Indentation + Change.Headers[R] + " {";
            Indentation += Layout.unit();
          }
          Around.push_back(R);
        }
      if (First) {
        llvm::append_range(Result, forPhase(Change, Phase));
        continue;
      }
      std::vector<TextEdit> Edits = forPhase(Change, Phase);
      for (TextEdit &E : Edits)
        E.Where = {E.Where.Begin - S.Begin, E.Where.End - S.Begin};
      After += indented(
          llvm::cantFail(applyEdits(Source.slice(S.Begin, S.End), Edits)).Text,
          Base.size(), Indentation);
    }
    for (size_t I = Around.size() + Block; I-- > 0;) {
      Indentation.resize(std::max(Indentation.size(), Layout.unit().size()) -
                         Layout.unit().size());
      After += "\n" + Indentation + "}";
    }
    if (!Before.empty())
      Result.push_back({{S.Begin, S.Begin}, Before, "phases"});
    unsigned At = Layout.behindComment(S.End);
    if (!After.empty())
      Result.push_back({{At, At}, After, "phases"});
  }

  const Program &P;
  const KernelModel &K;
  const SplitKernel &Split;
  llvm::StringRef Source;
  const Insertions &Layout;
  std::vector<TextEdit> &Result;
  std::vector<TextEdit> Mine; ///< in the kernel
};

} // namespace

std::vector<TextEdit> collectPhaseEdits(const Program &P,
                                        const PhasePlan &Plan) {
  const Insertions Layout(P.Source);
  std::string Check;
  std::vector<TextEdit> Result =
      cooperativePreamble(P, Plan, Layout.unit(), Check);
  for (const SplitKernel &Split : Plan.Kernels) {
    if (Split.As == SplitKernel::Form::Cooperative)
      llvm::append_range(Result, gridBarriers(P, Split, Layout));
    else
      PhaseEmitter(P, Split, Layout, Result).run();
    if (Split.As != SplitKernel::Form::Launches)
      llvm::append_range(Result, cooperativeLaunch(P, Split, Layout, Check));
  }
  return Result;
}

} // namespace tessera
