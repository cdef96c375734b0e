# make demo: everything from an empty machine to a found bug. make test: the same, to passed tests.

CARGO ?= cargo
TARGET = $(or $(CARGO_TARGET_DIR),target)
EVERYPATH = $(TARGET)/release/everypath

# Where `make install` puts program, man pages and completions.
PREFIX ?= /usr/local
DESTDIR ?=
DIST = $(TARGET)/dist/everypath
SHARE = $(TARGET)/dist/share

# How lld makes the installed program smaller without making it slower: one copy of functions that are equal, and packed relocations.
SMALLER = -C linker=clang-19 -C link-arg=-fuse-ld=lld-19 -C link-arg=-Wl,--icf=all,-z,pack-relative-relocs

.PHONY: all setup build demo test lint bench dist share install install-files deb book clean

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
dist: setup
	$(CARGO) rustc --profile dist --package everypath --bin everypath -- $(SMALLER)
	$(MAKE) share

share:
	mkdir -p $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$(DIST) manual $(SHARE)/man/man1
	$(DIST) completions bash > $(SHARE)/bash-completion/completions/everypath
	$(DIST) completions zsh > $(SHARE)/zsh/site-functions/_everypath
	$(DIST) completions fish > $(SHARE)/fish/vendor_completions.d/everypath.fish

install: dist install-files

# What `dist` made, put where it belongs: as root, where Rust need not be known.
install-files:
	install -D -m 755 $(DIST) $(DESTDIR)$(PREFIX)/bin/everypath
	cd $(SHARE) && find . -type f -exec install -D -m 644 {} $(abspath $(DESTDIR)$(PREFIX))/share/{} \;
	@case ":$$PATH:" in \
	*":$(PREFIX)/bin:"*) ;; \
	*) echo "$(PREFIX)/bin is not on the PATH: export PATH=$(PREFIX)/bin:\$$PATH" ;; \
	esac

# A package for Debian, of what crates/everypath/Cargo.toml lists; needs cargo-deb (`cargo install cargo-deb`).
deb: dist
	$(CARGO) deb --no-build --profile dist --package everypath --output $(TARGET)/debian/

# The documentation as a book, in target/book; needs mdBook (`cargo install mdbook`).
book:
	mdbook build docs

clean:
	$(CARGO) clean
