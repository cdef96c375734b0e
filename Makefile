# make demo: everything from an empty machine to a found bug. make test: the same, to passed tests.

CARGO ?= cargo
EVERYPATH = $(or $(CARGO_TARGET_DIR),target)/release/everypath

.PHONY: all setup build demo test lint bench clean

all: build

setup:
	@./setup.sh

build: setup
	$(CARGO) build --release --package everypath

# Finding the bug is the demo's success; the exit code for it is 10.
demo: build
	@echo '$$ everypath check examples/packet.c --target riscv32'
	@$(EVERYPATH) check examples/packet.c --target riscv32; \
	code=$$?; \
	if [ $$code -ne 10 ]; then echo "demo: expected exit code 10 (a bug), got $$code" >&2; exit 1; fi
	@echo
	@echo '$$ everypath check examples/packet_fixed.c --target riscv32'
	@$(EVERYPATH) check examples/packet_fixed.c --target riscv32

test: setup
	$(CARGO) test --workspace

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

bench: setup
	$(CARGO) xtask bench sym-iss
	$(CARGO) xtask bench intervals

clean:
	$(CARGO) clean
