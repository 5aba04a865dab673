//===- ManualHtml.cpp - The manual as one page of HTML --------------------===//
#include "messages/Manual.h"
#include "messages/Markdown.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

namespace {

/// Messages of one level stand together.
struct Group {
  DiagLevel Level;
  llvm::StringLiteral Title, Meaning;
};

constexpr Group Groups[] = {
    {DiagLevel::Error, "Errors",
     "The input or the request is wrong: nothing is written for it."},
    {DiagLevel::Warning, "Warnings",
     "A mistake of the program, or of the command line."},
    {DiagLevel::Missed, "Not done",
     "A remark on what stays as it is, and why."},
    {DiagLevel::Remark, "Done", "A remark on what is changed."},
    {DiagLevel::Analysis, "Worth knowing",
     "A remark on a fact that nothing is changed for."},
};

constexpr llvm::StringLiteral Head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tessera: what its messages mean</title>
<style>
:root {
  --paper: #fdfdfc; --ink: #1d2126; --soft: #5c6570; --line: #dfe2e6;
  --code: #f3f4f2; --link: #0b5cad; --done: #2e7d4f; --missed: #8a6100;
  --analysis: #33658a; --warning: #9a3f86; --error: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16191d; --ink: #e3e6ea; --soft: #9aa4af; --line: #31373e;
    --code: #1f242a; --link: #7db7f0; --done: #74c794; --missed: #dcb45c;
    --analysis: #8dbfe0; --warning: #dd93cc; --error: #f28b82;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif;
  display: grid; grid-template-columns: 17rem minmax(0, 1fr);
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto;
  padding: 1.5rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line);
  font-size: .875rem;
}
nav h2 { font-size: .8125rem; margin: 1.25rem 0 .25rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .0625rem 0; }
main { padding: 1.5rem 2.5rem 6rem; max-width: 54rem; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; }
nav .title { font-size: 1.125rem; font-weight: bold; margin: 0; }
main > h2 { font-size: 1.375rem; margin: 3.5rem 0 .25rem; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
h3 { font-size: 1.25rem; margin: 1.5rem 0 0; }
h3 a { color: inherit; }
section:target { border-top: 2px solid var(--link); }
h4 { font-size: 1rem; margin: 1.5rem 0 0; }
p, ul { margin: .5rem 0; }
.level {
  font-size: .75rem; font-weight: 500; margin-left: .5rem; padding: 0 .5rem;
  border: 1px solid currentColor; border-radius: 1rem; vertical-align: middle;
}
.level.passed { color: var(--done); }
.level.missed { color: var(--missed); }
.level.analysis { color: var(--analysis); }
.level.warning { color: var(--warning); }
.level.error { color: var(--error); }
.message { color: var(--soft); font-size: .875rem; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
code { font-size: .875em; background: var(--code); border-radius: 3px;
  padding: .0625rem .25rem; }
figure { margin: .75rem 0; }
figcaption { font-size: .8125rem; color: var(--soft); margin-bottom: .25rem; }
figcaption code { color: var(--ink); }
pre {
  margin: 0; padding: .75rem 1rem; overflow-x: auto; background: var(--code);
  border: 1px solid var(--line); border-radius: 6px; line-height: 1.45;
}
pre code { background: none; padding: 0; font-size: .8125rem; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0;
    border-bottom: 1px solid var(--line); }
  nav ul { columns: 2; }
  main { padding: 1.5rem 1rem 4rem; }
}
@media print {
  body { display: block; }
  nav { display: none; }
}
</style>
</head>
)html";

constexpr llvm::StringLiteral Introduction = R"html(
<h1>What the messages of Tessera mean</h1>
<p>Every message ends with its identity in brackets, as in
<code>[tessera-no-reuse]</code>. This page explains each of them;
<code>tessera --explain=no-reuse</code> prints the same text. The examples are
whole programs that get the message. Where a second program follows, it is the
first one after the change, and does not get it.</p>
)html";

} // namespace

/// The message with dots for what it names; empty if it is nothing else.
static std::string messageForm(DiagKind Kind) {
  const std::vector<std::string> Dots(10, "…");
  std::string Form = Diagnostic{Kind, SourcePlace::nowhere(), Dots}.message();
  return Form == Dots.front() ? "" : Form;
}

/// Lets the identities in \p Html, which are code there, lead to their pages.
static std::string linked(std::string Html, llvm::ArrayRef<ManualEntry> Entries,
                          DiagKind Own) {
  for (const ManualEntry &E : Entries) {
    const std::string Name = identity(E.Kind).str();
    const std::string Code = "<code>" + Name + "</code>";
    const std::string Link = "<a href=\"#" + Name + "\">" + Code + "</a>";
    for (size_t At = Html.find(Code); E.Kind != Own && At != Html.npos;
         At = Html.find(Code, At + Link.size()))
      Html.replace(At, Code.size(), Link);
  }
  return Html;
}

static void printEntry(llvm::raw_ostream &OS, const ManualEntry &E,
                       llvm::ArrayRef<ManualEntry> Entries) {
  llvm::StringRef Name = identity(E.Kind);
  llvm::StringRef Level = manualLevel(level(E.Kind));
  OS << "<section id=\"" << Name << "\">\n<h3><a href=\"#" << Name << "\">"
     << Name << "</a> <span class=\"level " << Level << "\">" << Level
     << "</span></h3>\n";
  if (std::string Form = messageForm(E.Kind); !Form.empty()) {
    OS << "<p class=\"message\">";
    llvm::printHTMLEscaped(Form, OS);
    OS << "</p>\n";
  }
  // The title is above.
  OS << linked(markdownToHtml(llvm::StringRef(E.Page).split('\n').second,
                              /*TopLevel=*/3),
               Entries, E.Kind)
     << "</section>\n";
}

std::string manualAsHtml(llvm::ArrayRef<ManualEntry> Entries) {
  std::string Html;
  llvm::raw_string_ostream OS(Html);
  auto Each = [&](const Group &G, auto Print) {
    for (const ManualEntry &E : Entries)
      if (level(E.Kind) == G.Level)
        Print(E);
  };
  OS << Head
     << "<body>\n<nav aria-label=\"Messages\">\n<p "
        "class=\"title\">Messages</p>\n";
  for (const Group &G : Groups) {
    OS << "<h2>" << G.Title << "</h2>\n<ul>\n";
    Each(G, [&](const ManualEntry &E) {
      OS << "<li><a href=\"#" << identity(E.Kind) << "\">" << identity(E.Kind)
         << "</a></li>\n";
    });
    OS << "</ul>\n";
  }
  OS << "</nav>\n<main>" << Introduction;
  for (const Group &G : Groups) {
    OS << "<h2>" << G.Title << "</h2>\n<p>" << G.Meaning << "</p>\n";
    Each(G, [&](const ManualEntry &E) { printEntry(OS, E, Entries); });
  }
  OS << "</main>\n</body>\n</html>\n";
  return Html;
}

} // namespace tessera
