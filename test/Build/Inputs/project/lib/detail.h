#define weight(W, K) W[K]
