#define N 64
void multiply(const float *a, const float *b, float *c);
