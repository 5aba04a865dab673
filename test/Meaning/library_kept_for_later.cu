// What functions of the C library keep for their next call, or store as counts:
// strsep, wcstok and fmemopen, and %n of each function that has it.
// RUN: %meaning %s --original
// PRINTS: B:ef h 2 / 5 | / cde / 8 9 / 7 9 / 8 9
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#define N 64

__global__ char parts[N];
__global__ wchar_t wide[N];
__global__ char buffer[N];
__global__ int by_snprintf[N];
__global__ int by_fprintf[N];
__global__ int by_sscanf[N];

__global__ void next(char *t) {
  char c = t[threadIdx.x];
  if (c >= 'a' && c <= 'y')
    t[threadIdx.x] = c + 1;
}
__global__ void next_wide(wchar_t *t) {
  if (t[threadIdx.x] >= 'a')
    t[threadIdx.x] += 1;
}
__global__ void raise(int *x, int by) { x[threadIdx.x] += by; }

int main() {
  strcpy(parts, "ab,bc;d");
  next<<<1, N>>>(parts);
  char *rest = parts;
  char *first = strsep(&rest, ",");
  next<<<1, N>>>(parts);
  rest[0] = 'B';
  rest[1] = ':';
  next<<<1, N>>>(parts);
  char *second = strsep(&rest, ";");
  next<<<1, N>>>(parts);
  printf("%s%s %s %d / ", second, first, rest, int(strlen(first)));

  wcscpy(wide, L"ab c x");
  next_wide<<<1, N>>>(wide);
  wchar_t *state;
  wchar_t *word = wcstok(wide, L" ", &state);
  next_wide<<<1, N>>>(wide);
  word = wcstok(nullptr, L" ", &state);
  next_wide<<<1, N>>>(wide);
  word = wcstok(nullptr, L" ", &state);
  next_wide<<<1, N>>>(wide);
  printf("%d %c / ", int(word - wide), char(word[0]));

  FILE *memory = fmemopen(buffer, N, "w");
  next<<<1, N>>>(buffer);
  fputs("bcd", memory);
  fflush(memory);
  next<<<1, N>>>(buffer);
  printf("%.3s / ", buffer);
  fclose(memory);

  char text[N];
  raise<<<1, N>>>(by_snprintf, 5);
  snprintf(text, N, "four%n", &by_snprintf[3]);
  raise<<<1, N>>>(by_snprintf, 4);
  printf("%d %d / ", by_snprintf[3], by_snprintf[4]);
  FILE *file = tmpfile();
  raise<<<1, N>>>(by_fprintf, 5);
  fprintf(file, "x%sz%n", "y", &by_fprintf[3]);
  raise<<<1, N>>>(by_fprintf, 4);
  printf("%d %d / ", by_fprintf[3], by_fprintf[4]);
  raise<<<1, N>>>(by_sscanf, 5);
  sscanf("1234 6", "%*d%n", &by_sscanf[3]);
  raise<<<1, N>>>(by_sscanf, 4);
  printf("%d %d\n", by_sscanf[3], by_sscanf[4]);
  fclose(file);
}
