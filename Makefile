# make demo: everything from an empty machine to a found bug. make test: the same, to passed tests.

CARGO ?= cargo
EVERYPATH = $(or $(CARGO_TARGET_DIR),target)/release/everypath

# Where `make install` puts program, man pages and completions.
PREFIX ?= /usr/local
DESTDIR ?=
DIST = $(or $(CARGO_TARGET_DIR),target)/dist/everypath

.PHONY: all setup build demo test lint bench install clean

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

# The program without what profilers need, its man pages, and completions for bash, zsh and fish.
install: setup
	$(CARGO) build --profile dist --package everypath
	install -D -m 755 $(DIST) $(DESTDIR)$(PREFIX)/bin/everypath
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	$(DIST) manual $(DESTDIR)$(PREFIX)/share/man/man1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -d $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(DIST) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/everypath
	$(DIST) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_everypath
	$(DIST) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/everypath.fish

clean:
	$(CARGO) clean
