//===- MarkdownTest.cpp - The Markdown of the manual as HTML --------------===//
#include "messages/Markdown.h"
#include "gtest/gtest.h"

using namespace tessera;

TEST(Markdown, LinesUpToAnEmptyOneAreAParagraph) {
  EXPECT_EQ(markdownToHtml("One\ntwo.\n\nThree.\n"),
            "<p>One two.</p>\n<p>Three.</p>\n");
}

TEST(Markdown, HeadingsBeginAtTheTopLevel) {
  EXPECT_EQ(markdownToHtml("# A\n## B\n"), "<h1>A</h1>\n<h2>B</h2>\n");
  EXPECT_EQ(markdownToHtml("# A\n## B\n", 3), "<h3>A</h3>\n<h4>B</h4>\n");
  EXPECT_EQ(markdownToHtml("### A\n", 6), "<h6>A</h6>\n");
}

TEST(Markdown, HashesWithoutABlankAreText) {
  EXPECT_EQ(markdownToHtml("#if 1\n"), "<p>#if 1</p>\n");
  EXPECT_EQ(markdownToHtml("##\n"), "<p>##</p>\n");
}

TEST(Markdown, AHeadingEndsAParagraphAndAList) {
  EXPECT_EQ(markdownToHtml("a\n# B\n- c\n# D\n"),
            "<p>a</p>\n<h1>B</h1>\n<ul>\n<li>c</li>\n</ul>\n<h1>D</h1>\n");
}

TEST(Markdown, ItemsMayHaveSeveralLines) {
  EXPECT_EQ(markdownToHtml("- a\n  b\n- c\n"),
            "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n");
}

TEST(Markdown, EmptyLinesBetweenItemsKeepTheList) {
  EXPECT_EQ(markdownToHtml("- a\n\n- b\n\ntext\n"),
            "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>text</p>\n");
}

TEST(Markdown, TextIsEscaped) {
  EXPECT_EQ(markdownToHtml("a < b && \"c\"\n"),
            "<p>a &lt; b &amp;&amp; &quot;c&quot;</p>\n");
}

TEST(Markdown, BackticksHoldCode) {
  EXPECT_EQ(markdownToHtml("a `b<c>` d `e`\n"),
            "<p>a <code>b&lt;c&gt;</code> d <code>e</code></p>\n");
}

TEST(Markdown, CodeMayGoOnInTheNextLine) {
  EXPECT_EQ(markdownToHtml("`if\n(x)`\n"), "<p><code>if (x)</code></p>\n");
}

TEST(Markdown, ABacktickWithoutAnotherIsText) {
  EXPECT_EQ(markdownToHtml("`a` ` b\n"), "<p><code>a</code> ` b</p>\n");
}

TEST(Markdown, FencesKeepTheirLines) {
  EXPECT_EQ(markdownToHtml("```cuda\n# a <b>\n\n- c `d`\n```\n"),
            "<figure>\n<pre tabindex=\"0\" class=\"cuda\"><code># a "
            "&lt;b&gt;\n\n- c `d`\n</code></pre>\n</figure>\n");
}

TEST(Markdown, WhatFollowsTheFirstWordOfAFenceIsItsCaption) {
  auto Caption = [](const char *Html) {
    return "<figure>\n<figcaption>" + std::string(Html) +
           "</figcaption>\n<pre tabindex=\"0\" class=\"a\"><code></code>"
           "</pre>\n</figure>\n";
  };
  EXPECT_EQ(markdownToHtml("```a b.yaml\n```\n"), Caption("b.yaml"));
  EXPECT_EQ(markdownToHtml("```a after\n```\n"), Caption("After the change"));
  EXPECT_EQ(markdownToHtml("```a [flags: -q]\n```\n"),
            Caption("With <code>-q</code>"));
  EXPECT_EQ(markdownToHtml("```a after [flags: --x=\"<y>\"]\n```\n"),
            Caption("After the change, with "
                    "<code>--x=&quot;&lt;y&gt;&quot;</code>"));
}

TEST(Markdown, AFenceEndsAListAndMayLackItsEnd) {
  EXPECT_EQ(markdownToHtml("- a\n```\nb\n"),
            "<ul>\n<li>a</li>\n</ul>\n<figure>\n<pre tabindex=\"0\"><code>b\n"
            "</code></pre>\n</figure>\n");
}

TEST(Markdown, NothingIsNothing) {
  EXPECT_EQ(markdownToHtml(""), "");
  EXPECT_EQ(markdownToHtml("\n\n"), "");
}

TEST(Markdown, LineEndsOfWindowsAreKnown) {
  EXPECT_EQ(markdownToHtml("a\r\n\r\n```\r\nb\r\n```\r\n"),
            "<p>a</p>\n<figure>\n<pre tabindex=\"0\"><code>b\n</code></pre>\n"
            "</figure>\n");
}
