// Members keep their managed memory where objects are copied, where something
// else may be in them, or where the object of a use is not known.
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s -- | FileCheck %s
#include <stdio.h>
#include <utility>
#include <vector>

__global__ void next(float *a) { a[threadIdx.x] += 1; }

// CHECK: transfer copied: managed (objects of its class are copied)
struct Copied {
  float *copied;
};
void copies() {
  Copied a;
  cudaMallocManaged(&a.copied, 128);
  Copied b = a;
  next<<<1, 32>>>(b.copied);
}

// CHECK: transfer in_vector: managed (objects of its class are copied)
struct InVector {
  float *in_vector;
};
void vectors() {
  std::vector<InVector> all;
  all.push_back({});
  cudaMallocManaged(&all[0].in_vector, 128);
  next<<<1, 32>>>(all[0].in_vector);
}

// CHECK: transfer by_value: managed (a kernel uses the pointer itself)
struct ByValue {
  float *by_value;
};
__global__ void with_struct(ByValue *s) { s->by_value[threadIdx.x] = 1; }
void values(ByValue *s) {
  cudaMallocManaged(&s->by_value, 128);
  with_struct<<<1, 32>>>(s);
}

// CHECK: transfer element: managed ('elements' uses it, of an object that is not followed)
struct Element {
  float *element;
};
void elements() {
  Element all[2];
  cudaMallocManaged(&all[0].element, 128);
  next<<<1, 32>>>(all[0].element);
}

// CHECK: transfer alias: managed ('aliases' uses it, of an object that is not followed)
struct Alias {
  float *alias;
};
void aliases(Alias &a, Alias &b, bool first) {
  cudaMallocManaged(&a.alias, 128);
  Alias *p = first ? &a : &b;
  next<<<1, 32>>>(p->alias);
}

// CHECK: transfer moving: managed ('moving_on' uses it, of an object that is not followed)
struct Moving {
  float *moving;
  Moving *next;
};
void moving_on(Moving *list) {
  for (; list; list = list->next) {
    cudaMallocManaged(&list->moving, 128);
    next<<<1, 32>>>(list->moving);
  }
}

// CHECK: transfer one: managed (it is exchanged with a pointer to other memory)
// CHECK: transfer two: managed (it is exchanged with a pointer to other memory)
struct Pair {
  float *one, *two;
};
void pairs(Pair &a, Pair &b) {
  cudaMallocManaged(&a.one, 128);
  cudaMallocManaged(&b.two, 128);
  std::swap(a.one, b.two);
  next<<<1, 32>>>(a.one);
}

// CHECK: transfer same: managed (it is exchanged with a pointer to other memory)
struct Same {
  float *same;
};
void sames(Same &a, Same &b) {
  cudaMallocManaged(&a.same, 128);
  std::swap(a.same, b.same);
  next<<<1, 32>>>(a.same);
}

// CHECK: transfer given: managed (another pointer is assigned to it)
struct Given {
  float *given;
};
void gives(float *p) {
  Given a = {p};
  cudaMallocManaged(&a.given, 128);
  next<<<1, 32>>>(a.given);
}

// CHECK: transfer made: managed (another pointer is assigned to it)
class Made {
  float *made;

public:
  explicit Made(float *p) : made(p) {}
  Made() { cudaMallocManaged(&made, 128); }
  void run() { next<<<1, 32>>>(made); }
};

// CHECK: transfer filled: managed (it has its address taken)
struct Filled {
  float *filled;
};
void fill(float **p);
void fills(Filled &a) {
  cudaMallocManaged(&a.filled, 128);
  fill(&a.filled);
  next<<<1, 32>>>(a.filled);
}

// CHECK: transfer bound: managed (a structured binding names it)
struct Bound {
  float *bound;
};
void binds(Bound &a) {
  cudaMallocManaged(&a.bound, 128);
  auto &[p] = a;
  next<<<1, 32>>>(p);
}

// CHECK: transfer outside: managed (an object of its class is passed to 'elsewhere', which is not in this file)
struct Outside {
  float *outside;
};
void elsewhere(Outside *p);
void outsides(Outside *a) {
  cudaMallocManaged(&a->outside, 128);
  next<<<1, 32>>>(a->outside);
  elsewhere(a);
}

// CHECK: transfer captured: managed (a launch that uses it is not a statement of its own)
class Captured {
  float *captured;

public:
  Captured() { cudaMallocManaged(&captured, 128); }
  void run() {
    auto go = [this] { next<<<1, 32>>>(captured); };
    go();
  }
};

// CHECK: transfer lasting: managed (an object of its class is destroyed behind main)
class Lasting {
  float *lasting;

public:
  Lasting() { cudaMallocManaged(&lasting, 128); }
  ~Lasting() { cudaFree(lasting); }
  void run() { next<<<1, 32>>>(lasting); }
};
Lasting object;

// CHECK: transfer deleted: managed ('deletes' uses it, of an object that is not followed)
struct Deleted {
  float *deleted;
};
void deletes(Deleted *p) {
  cudaMallocManaged(&p->deleted, 128);
  next<<<1, 32>>>(p->deleted);
  delete p;
}

// CHECK: transfer last: managed ('~Last', which uses it, may be called unseen)
class Last {
  float *last;

public:
  Last() { cudaMallocManaged(&last, 128); }
  ~Last() {
    printf("%g\n", last[0]);
    cudaFree(last);
  }
  void run() { next<<<1, 32>>>(last); }
};

// CHECK: transfer shape: managed ('draw', which uses it, may be called unseen)
struct Shape {
  float *shape;
  Shape() { cudaMallocManaged(&shape, 128); }
  virtual void draw() { shape[0] = 1; }
  void run() {
    next<<<1, 32>>>(shape);
    draw();
  }
};
