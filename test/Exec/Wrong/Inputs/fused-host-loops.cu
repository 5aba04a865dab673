// One loop: a[i + 1] is read before it is written.
__managed__ float a[16], b[16];

int main() {
  a[0] = 1;
  for (int i = 0; i < 16; i++) {
    a[i] = i + 1;
    if (i >= 1 && i < 15)
      b[i] = a[i + 1] ? a[i + 1] - a[i - 1] - 1 : 0;
  }
}
