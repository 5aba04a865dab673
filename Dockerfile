# An image with the programs, built from a checkout:
#
#   docker build -t tessera .
#   docker run --rm -v "$PWD":/work tessera prog.cu -o prog.tiled.cu
#
# Where the image's own packages have no LLVM 22, APT_SOURCE is the line of a
# package source that has it: --build-arg APT_SOURCE="deb [trusted=yes] ...".
ARG BASE=debian:12

FROM ${BASE} AS build
ARG APT_SOURCE=
COPY . /tessera
WORKDIR /tessera
RUN if [ -n "$APT_SOURCE" ]; then \
      echo "$APT_SOURCE" > /etc/apt/sources.list.d/llvm.list; fi \
 && bash tools/dev/install-dependencies --translator dpkg-dev file groff-base \
 && bash tools/dev/build --translator --target all \
 && cpack --config build/CPackConfig.cmake -G DEB -B /packages

FROM ${BASE}
ARG APT_SOURCE=
COPY --from=build /packages/*.deb /packages/
RUN if [ -n "$APT_SOURCE" ]; then \
      echo "$APT_SOURCE" > /etc/apt/sources.list.d/llvm.list; fi \
 && apt-get update -q \
 && apt-get install -y -q --no-install-recommends /packages/*.deb lld-22 \
 && rm -rf /packages /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["tessera"]
