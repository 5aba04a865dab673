"""Prints a program that Clang evaluates for a minute, a step at a time."""
FUNCTIONS = 400
print("constexpr int f(int n) {")
print("  int s = 0;")
print("  for (int i = 0; i < n; ++i) s += i % 7;")
print("  return s;")
print("}")
for number in range(FUNCTIONS):
    print(f"static_assert(f({100000 + number}) >= 0);")
print("int main() { return 0; }")
