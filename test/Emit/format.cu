// New text is laid out as the file is. The user's statements keep their lines
// unless they became too long, or no longer stand under each other.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %t/inferred/allman.cu > %t/allman.cu
// RUN: FileCheck %s --check-prefix=ALLMAN --strict-whitespace --input-file=%t/allman.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %t/governed/main.cu > %t/governed.cu
// RUN: FileCheck %s --check-prefix=GOVERNED --strict-whitespace --input-file=%t/governed.cu

// Tabs and carriage returns stay.
// RUN: sed -e 's/^    /\t/; s/^\t    /\t\t/; s/$/\r/' %t/inferred/allman.cu > %t/inferred/tabs.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %t/inferred/tabs.cu > %t/tabs.cu
// RUN: %python -c "import sys; t = open(sys.argv[1], 'rb').read(); assert t.count(b'\r\n') == t.count(b'\n')" %t/tabs.cu
// RUN: FileCheck %s --check-prefix=TABS --strict-whitespace --input-file=%t/tabs.cu

// The result is marked: it stays as it is, also when somebody formats it.
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 --check %t/allman.cu
// RUN: sed -e 's/^ */&&/; s/ = /  =  /' %t/allman.cu > %t/wide.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 --check %t/wide.cu

// Four columns, braces on lines of their own, `for(`, long lines.
// ALLMAN-LABEL: {{^}}__global__ void blur_rows_64x4(const float* image, float* result, int width, int height,
// ALLMAN-NEXT:  {{^}}                               float weight)
// ALLMAN-NEXT:  {{^}}{
// ALLMAN-NEXT:  {{^}}    int column = blockIdx.x * blockDim.x + threadIdx.x;
// ALLMAN-NEXT:  {{^}}    int row    = blockIdx.y * blockDim.y + threadIdx.y;
// ALLMAN:       {{^}}    for(int x = threadIdx.x; x < 68; x += 64)
// ALLMAN-NEXT:  {{^}}    {
// ALLMAN-NEXT:  {{^}}        const int image_y = blockIdx.y * 4 + threadIdx.y;
// ALLMAN:       {{^}}        if(image_x >= 0 &&
// ALLMAN-NEXT:  {{^}}            image_tile[threadIdx.y][x] = image[
// ALLMAN:       {{^}}    if(column >= 2 && column < width - 2 && row < height)
// ALLMAN-NEXT:  {{^}}    {
// ALLMAN:       {{^}}            sum += weight*image_tile[threadIdx.y][k + threadIdx.x + 2];
// ALLMAN:       {{^}}        result[row * width + column] =
// ALLMAN-NEXT:  {{^}}            image_tile[threadIdx.y][threadIdx.x] + image_tile[threadIdx.y][threadIdx.x + 4] + sum;
// ALLMAN:       {{^}}        blur_rows_32x4<<<dim3(width / 32, height / 4), block>>>(a, b, width, height, 0.2f);
// ALLMAN:       {{^}}        blur_rows_64x4<<<dim3(width / 64, height / 4), other>>>(a, b, width, height,
// ALLMAN-NEXT:  {{^}}                                                                0.2f + 0.0f * argc);

// TABS: {{^}}	for(int x = threadIdx.x; x < 68; x += 64)
// TABS-NEXT: {{^}}	{
// TABS-NEXT: {{^}}		const int image_y =

// A macro is laid out as a whole: its backslashes stand in one column.
// RUN: %tessera -q --cuda-path=none %t/inferred/managed.cu > %t/managed.cu
// RUN: FileCheck %s --check-prefix=MACRO --strict-whitespace --input-file=%t/managed.cu
// RUN: %python -c "import sys; print({len(l) for l in open(sys.argv[1]).read().split(chr(10)) if l.endswith(chr(92))})" %t/managed.cu | FileCheck %s --check-prefix=COLUMNS
// MACRO:      {{^}}#define CUDA_CHECK(call) {{ +\\$}}
// MACRO-NEXT: {{^}}    do {{ +\\$}}
// MACRO-NEXT: {{^}}    { {{ +\\$}}
// MACRO-NEXT: {{^}}        cudaError_t error_ = (call); {{ +\\$}}
// MACRO-NEXT: {{^}}        if (error_ != cudaSuccess) {{ +\\$}}
// MACRO-NEXT: {{^}}        { {{ +\\$}}
// COLUMNS: {80}

// The user's configuration decides.
// GOVERNED:      {{^}}   for (int x = threadIdx.x; x < 130; x += 128) {
// GOVERNED-NEXT: {{^}}      const int input_x = blockIdx.x * 128 + x;
// GOVERNED:      {{^}}      out[i] = input_tile[threadIdx.x] +
// GOVERNED-NEXT: {{^}}               input_tile[threadIdx.x + 1] +
// GOVERNED-NEXT: {{^}}               input_tile[threadIdx.x + 2];

//--- inferred/.clang-format
DisableFormat: true
//--- inferred/allman.cu
__global__ void blur_rows(const float* image, float* result, int width, int height,
                          float weight)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row    = blockIdx.y * blockDim.y + threadIdx.y;

    if(column >= 2 && column < width - 2 && row < height)
    {
        float sum = 0;
        for(int k = -2; k <= 2; k++)
            sum += weight*image[row*width + column + k];
        result[row*width + column] = image[row*width + column - 2] + image[row*width + column + 2]
                                   + sum;
    }
}

int main(int argc, char** argv)
{
    float *a, *b;
    const int width = argc > 1 ? 1024 : 512, height = 512;
    cudaMalloc(&a, width * height * sizeof(float));
    cudaMalloc(&b, width * height * sizeof(float));
    if(argc > 2)
    {
        dim3 block(32, 4);
        blur_rows<<<dim3(width / 32, height / 4), block>>>(a, b, width, height,
                                                           0.2f);
    }
    dim3 other(64, 4);
    for(int i = 0; i < 4; i++)
        blur_rows<<<dim3(width / 64, height / 4), other>>>(a, b, width, height, 0.2f + 0.0f * argc);
}
//--- inferred/managed.cu
#include <stdio.h>
__managed__ int a[64];
__global__ void set(int value)
{
    if (value > 0)
    {
        a[threadIdx.x] = value;
    }
}

int main()
{
    set<<<1, 64>>>(3);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
    {
        printf("%d\n", a[i]);
    }
}
//--- governed/.clang-format
BasedOnStyle: LLVM
IndentWidth: 3
ColumnLimit: 50
InsertBraces: true
//--- governed/main.cu
__global__ void smooth(const float *input,
                       float *out, int n) {
   int i = blockIdx.x * blockDim.x + threadIdx.x;
   if (i < n)
      out[i] = input[i] + input[i + 1] + input[i + 2];
}

int main() {
   float *input, *out;
   cudaMalloc(&input, 65536);
   cudaMalloc(&out, 65536);
   smooth<<<8, 128>>>(input, out, 1000);
}
