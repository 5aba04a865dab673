// Tokens that are spelled another way: digraphs, words for operators, words and
// numbers that go on in the next line, names with escaped letters.
// RUN: %meaning %s
// RUN: %meaning %s --options=--pieces=4
// PRINTS: 992 1010 1637 16 23 16 31 ok<:1:>
%:include <cstdio>
%:define COUNT 256
#define LAST(array) array<:COUNT - 1:>
#define JOINED(a, b) a%:%:b
__global__ int given[COUNT], made[COUNT];
__global__ int rows<:8:><:32:>, sums[8][32];

__global__ void blur(const int *given, int *made) <%
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int d = 0; d < 32; d++)
    s += given<:d:> * 2;
  made<:i:> = s;
%>

__global__ void further(const int *given, int *made, int m\
ore) {
  int i = block\
Idx.x * blockDim.x + thread\
Idx.x;
  int s = 0;
  for (int d = 0; d < 3\
2; d+\
+) s += giv\
en[d] * m\
ore;
  if (i >= 0 and not(i > 300) or i == -1)
    made[i] += s bitor 0;
}

__global__ void over(const int (*rows)<:32:>, int (*sums)<:32:>, int gr\u00f6ss) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x > 0 and x < 31 and y not_eq 0)
    sums<:y:><:x:> = rows<:y:><:x - 1:> + rows<:y:><:x:> + rows<:y:><:x + 1:> +
                     rows<:y - 1:>[x] xor gröss;
}

int main() <%
  for (int i = 0; i < COUNT; i++)
    given[i] = i % 32, rows<:i / 32:><:i % 32:> = i % 7 + 1;
  blur<<<4, 64>>>(given, made);
  printf("%d", made<:5:>);
  given<:1:> += 18;
  blur<\
<<4, 64>\
>>(given, made);
  printf(" %d", JOINED(ma, de)<:5:> - 18);
  further<<<4, 64>>>(given, made, 1);
  further<<<4, 64>>>(given, made, 0);
  made[7] += 95;
  further<<<4, 64>>>(given, made, 0);
  printf(" %d", made<:7:>);
  over<<<8, 32>>>(rows, sums, 0);
  int more = sums<:2:><:3:>;
  over<<<8, 32>>>(rows, sums, 3);
  printf(" %d %d %d %d ok<:1:>\n", more, sums[2][4], sums[7]<:3:>, LAST(given));
%>
