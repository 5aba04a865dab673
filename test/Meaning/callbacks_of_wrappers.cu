// What holds a callable runs it where it is called, not where it is made.
// RUN: %meaning %s --original
// PRINTS: 52 53 114 26 35 22 9 66 12 51 14 87 41 65
#include <any>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <stdio.h>
#include <tuple>
#include <variant>
#define N 64

__global__ int a[N];
__global__ int b[N];
__global__ int c[N];
__global__ int d[N];
__global__ int e[N];
__global__ int f[N];
__global__ int g[N];
__global__ int h[N];
__global__ int k[N];
__global__ int m[N];

__global__ void fill(int *x) { x[threadIdx.x] = (threadIdx.x * 37 + 5) % N; }
__global__ void add(int *x, int by) { x[threadIdx.x] += by; }

struct Get {
  int operator()(int i) const { return a[i]; }
};
struct Plus {
  int operator()(int i) { return ++b[i]; }
};
struct Both {
  int operator()(int i, int j) const { return c[i] + c[j]; }
};
struct Alternatives {
  int operator()(int i) const { return d[i]; }
  int operator()(char i) const { return d[int(i)] + 1; }
};
struct Handle {
  int i;
  Handle(int i) : i(i) {}
  Handle(Handle &&o) : i(o.i + f[o.i]) {}
  Handle &operator=(Handle &&o) { return i = o.i + f[o.i] / 5, *this; }
};
struct Member {
  int at;
  int read(int more) { return e[at] + more; }
};
struct Copied {
  int i;
  Copied(int i) : i(i) {}
  Copied(const Copied &o) : i(o.i) { g[i] += 50; }
};
template <class Callable> int twice(Callable call) { return call(3) + call(4); }
struct Stored { // type erasure of the program's own
  struct Base {
    virtual ~Base() = default;
    virtual int run(int) = 0;
  };
  template <class T> struct Holder : Base {
    T what;
    Holder(T what) : what(what) {}
    int run(int i) override { return what(i); }
  };
  std::unique_ptr<Base> base;
  template <class T> Stored(T what) : base(new Holder<T>(what)) {}
  int operator()(int i) { return base->run(i); }
};
struct Seven {
  int operator()(int i) const { return h[i] - 1; }
};
struct Guard {
  void lock() { k[1] += 1; }
  void unlock() { k[1] -= 2; }
};

int main() {
  std::function<int(int)> get = Get();
  fill<<<1, N>>>(a);
  printf("%d ", get(3));

  std::function<int(int)> plus = Plus();
  fill<<<1, N>>>(b);
  plus(3);
  fill<<<1, N>>>(c);
  printf("%d ", b[3]);

  auto bound = std::bind(Both(), 3, std::placeholders::_1);
  fill<<<1, N>>>(c);
  printf("%d ", bound(5));

  std::variant<int, char> which = char(4);
  fill<<<1, N>>>(d);
  printf("%d ", std::visit(Alternatives(), which));
  printf("%d ", std::apply(Alternatives(), std::tuple<int>(6)));

  Member member = {7};
  auto read = std::mem_fn(&Member::read);
  fill<<<1, N>>>(e);
  printf("%d ", read(member, 14));

  Handle left(3), right(4);
  fill<<<1, N>>>(f);
  std::swap(left, right);
  printf("%d %d ", left.i, right.i);

  std::any any = Copied(12);
  fill<<<1, N>>>(g);
  std::any other = any;
  fill<<<1, N>>>(f);
  printf("%d %d ", std::any_cast<const Copied &>(other).i, g[12]);

  Stored stored = Seven();
  fill<<<1, N>>>(h);
  printf("%d ", stored(2));
  add<<<1, N>>>(a, 5);
  printf("%d ", twice(std::function<int(int)>(Get())));

  fill<<<1, N>>>(k);
  {
    Guard own;
    std::lock_guard<Guard> hold(own);
  }
  fill<<<1, N>>>(c);
  printf("%d ", k[1]);

  std::once_flag once;
  fill<<<1, N>>>(m);
  std::call_once(once, [](int i) { m[i] += 3; }, 5);
  fill<<<1, N>>>(c);
  printf("%d\n", m[5]);
}
