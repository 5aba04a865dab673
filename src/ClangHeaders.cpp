// Exists to build ClangHeaders.h.
