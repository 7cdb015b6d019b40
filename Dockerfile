# The command `fuda` in an image of its own:
#   docker build -t fuda .
#   docker run --rm fuda match othello uct:loops=500 greedy
#   docker run --rm -p 8477:8477 -v fuda:/data fuda serve --addr 0.0.0.0:8477 --store /data/serve.sqlite
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /fuda
COPY . .
RUN cargo build --release --locked --package fuda-cli

FROM debian:bookworm-slim
COPY --from=build /fuda/target/release/fuda /usr/local/bin/fuda
RUN useradd --create-home fuda && mkdir /data && chown fuda /data
USER fuda
WORKDIR /data
ENTRYPOINT ["fuda"]
CMD ["--help"]
