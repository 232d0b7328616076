# Builds one static binary and ships it alone: no shell, no libc, no package manager in the image.
#
#   docker build -t sudoku-server .
#   docker run --rm -p 8080:8080 --read-only sudoku-server

# Any image with cargo and a C compiler on glibc serves, for x86-64 and for arm64.
ARG RUST_IMAGE=docker.io/library/rust:1.95-slim-bookworm

FROM ${RUST_IMAGE} AS build
WORKDIR /build
# Naming the target keeps the flags away from build scripts and proc macros, which cannot be linked statically.
ENV RUSTFLAGS="-C target-feature=+crt-static"

# The dependencies are a layer of their own, which only a change of the manifests builds anew. Every target that the
# manifest names must exist for cargo to read it, so each gets an empty file.
COPY Cargo.toml Cargo.lock ./
RUN set -eu; \
    mkdir -p src benches; \
    echo '//! Stands in for the sources.' | tee src/lib.rs > src/main.rs; \
    echo 'fn main() {}' >> src/main.rs; \
    for bench in $(sed -n '/^\[\[bench\]\]/,/^$/s/^name = "\(.*\)"/\1/p' Cargo.toml); do \
        touch "benches/$bench.rs"; \
    done; \
    target=$(rustc -vV | sed -n 's/^host: //p'); \
    cargo build --release --locked --target "$target"; \
    cargo clean --release --package sudoku-server --target "$target"; \
    rm -r src benches

COPY . .
RUN set -eu; \
    target=$(rustc -vV | sed -n 's/^host: //p'); \
    cargo build --release --locked --target "$target" --bin sudoku-server; \
    cp "target/$target/release/sudoku-server" /sudoku-server

FROM scratch
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="sudoku-server" \
      org.opencontainers.image.description="An HTTP service that solves 9x9 Sudoku grids" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
COPY LICENSE-MIT LICENSE-APACHE /licenses/
COPY --from=build /sudoku-server /sudoku-server
ENV SUDOKU_LISTEN=0.0.0.0:8080
# A number, so that an orchestrator can see that it is not root.
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/sudoku-server", "healthcheck"]
ENTRYPOINT ["/sudoku-server"]
