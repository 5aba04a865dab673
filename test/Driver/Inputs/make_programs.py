"""Writes programs that reports find hard to a folder.

    make_programs.py DIR
"""

import pathlib
import sys

MAIN = """
int main() {
  float *a, *b;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
%s
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
"""
KERNEL = """
__global__ void %s(const float *a, float *b) {
  int i = blockIdx.x * 64 + threadIdx.x + 8;
  b[i] = a[i - %d] + a[i] + a[i + %d];
}
"""

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def write(name, text):
    (folder / name).write_bytes(text.encode())


write("none.cu", '// Nothing to do.\nint main() { return 0; }\n')

names = [f"smooth_{number}" for number in range(40)]
write("many.cu", "".join(
    KERNEL % (name, number % 7 + 1, number % 5 + 1)
    for number, name in enumerate(names)
) + MAIN % "\n".join(f"  {name}<<<32, 64>>>(a, b);" for name in names))

# Lines end as on another system; text that would end a script, or a line of
# one; letters of two, three and four bytes before a place that is marked.
long = "smooth_" + "with_a_very_long_name_" * 6
text = KERNEL % ("größe", 1, 1) + KERNEL % (long, 2, 1) + MAIN % (
    f"  größe<<<32, 64>>>(a, b);\n  {long}<<<32, 64>>>(a, b);")
text = text.replace("b[i] = a", "/* é € 𝄞 </script><!-- \u2028 & */ b[i] = a")
text = text.replace("  int i", "\tint i")
write("names.cu", text.replace("\n", "\r\n"))
