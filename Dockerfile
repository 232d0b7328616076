# Builds one static binary; the image holds nothing else: no shell, no libc, no package manager.
#
#   docker build -t sudoku-server .
#   docker run --rm -p 8080:8080 --read-only sudoku-server

# Any image with cargo and a C compiler on glibc works, on x86-64 and arm64.
ARG RUST_IMAGE=docker.io/library/rust:1.95-slim-bookworm

FROM ${RUST_IMAGE} AS build
WORKDIR /build
# The target is named in each build, so that these flags do not reach build scripts and proc macros, which cannot be
# linked statically.
ENV RUSTFLAGS="-C target-feature=+crt-static"

# The dependencies are a layer of their own, rebuilt only when a manifest changes. Cargo needs the sources of every
# member of the workspace and every benchmark that a manifest names, so stubs stand in for them.
COPY Cargo.toml Cargo.lock ./
COPY crates/engine/Cargo.toml crates/engine/
RUN set -eu; \
    for package in . crates/engine; do \
        mkdir -p "$package/src" "$package/benches"; \
        echo '//! A stub.' > "$package/src/lib.rs"; \
        for bench in $(sed -n '/^\[\[bench\]\]/,/^$/s/^name = "\(.*\)"/\1/p' "$package/Cargo.toml"); do \
            touch "$package/benches/$bench.rs"; \
        done; \
    done; \
    printf '//! A stub.\nfn main() {}\n' > src/main.rs; \
    target=$(rustc -vV | sed -n 's/^host: //p'); \
    cargo build --release --locked --target "$target"; \
    cargo clean --release --package sudoku-server --package sudoku-engine --target "$target"; \
    rm -r src benches crates

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
# By number, so that an orchestrator can tell that it is not root.
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/sudoku-server", "healthcheck"]
ENTRYPOINT ["/sudoku-server"]
