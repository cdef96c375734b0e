//! The pieces that programs are made of: correct C with places where it can be made wrong.
//!
//! A text has a place `«kind: right ¦ wrong ¦ ...»` for each mutation. What begins with `$` is filled in:
//!
//! | mark | what | chosen |
//! |---|---|---|
//! | `$K` | a number that no other fragment has, for names | once per fragment |
//! | `$T`, `$U` | an integer type; one that is wider than `char` | once per fragment |
//! | `$N` | a length from 2 to 6 | once per fragment |
//! | `$S` | storage: none, or `static` | once per fragment |
//! | `$W` | a constant from 0 to 15 | once per fragment |
//! | `$V` | a value from 0 to 15 | at each mark |
//! | `$I` | an index below `$N` | at each mark |
//! | `$B` | an index that is wrong for some inputs, or all | at each mark |
//! | `$C` | a condition on the inputs | at each mark |
//!
//! `x` and `y` are inputs, small and not negative; `sum` collects what is computed. Where all places are right, nothing is undefined,
//! whatever the choices.

/// A piece of a program.
pub struct Fragment {
    /// Declarations and functions in front of the program.
    pub top: &'static str,
    /// Statements.
    pub body: &'static str,
}

const fn body(body: &'static str) -> Fragment {
    Fragment { top: "", body }
}

const fn with(top: &'static str, body: &'static str) -> Fragment {
    Fragment { top, body }
}

/// All fragments.
pub const FRAGMENTS: &[Fragment] = &[
    // Arrays.
    body(
        "$S$T a$K[«size: $N ¦ $N - 1»];
for (int i = «start: 0 ¦ 1 ¦ -1»; i «bound: < ¦ <=» $N; i++) a$K[i] = ($T)(i + $W);
ASSERT(a$K[$I] >= «assertion: $W ¦ $W + 1»);
sum += (unsigned)a$K[«index: $I ¦ $B»];",
    ),
    with(
        "static $T g$K[$N] = {1, 2};",
        "g$K[«index: $I ¦ $B»] = ($T)($V);
sum += (unsigned)g$K[«index: $I ¦ $B»];",
    ),
    body(
        "$T a$K[3][$N];
for (int i = 0; i < 3; i++) for (int j = 0; j «bound: < ¦ <=» $N; j++) a$K[i][j] = ($T)(i + j);
sum += (unsigned)a$K[y % 3][«index: $I ¦ $B»] + (unsigned)a$K[«index: 1 ¦ 3 ¦ y + 1 ¦ -1»][0];",
    ),
    body(
        "$T a$K[$N] = {0}, *p$K = a$K;
for (int i = 0; i < «bound: $N ¦ $N + 1»; i++) *p$K++ = ($T)(i + $V);
p$K -= «pointer: $N ¦ $N - 1 ¦ $N + 1»;
sum += (unsigned)*p$K;",
    ),
    body(
        "$T a$K[$N + 1] = {3}, *p$K = a$K + 1;
sum += (unsigned)p$K[«index: -1 ¦ -2 ¦ $N»] + (unsigned)p$K[«index: $I ¦ $N + $B»];",
    ),
    // Variables through pointers.
    body(
        "$T v$K = ($T)$V, *p$K = &v$K;
sum += (unsigned)p$K[«index: 0 ¦ 1 ¦ -1 ¦ $B»];",
    ),
    body(
        "$T v$K = 1, w$K = 2, *p$K = $C ? &v$K : &w$K;
«pointer: *p$K ¦ p$K[1] ¦ p$K[-2] ¦ *(p$K + $B)» = ($T)$V;
ASSERT(v$K == 1 || w$K == «assertion: 2 ¦ 1»);
sum += (unsigned)v$K * 3 + (unsigned)w$K;",
    ),
    body(
        "$U v$K = ($U)$V;
«cast: $U ¦ __int128 ¦ struct {char c[24];}» *p$K = (void *)&v$K;
memset(p$K, 0, sizeof *p$K);
sum += (unsigned)v$K;",
    ),
    body(
        "int v$K = $V;
«cast: unsigned ¦ long ¦ unsigned long» *p$K = (void *)&v$K;
*p$K = 5;
sum += (unsigned)v$K;",
    ),
    body(
        "char c$K[8] __attribute__((aligned(8))) = {1, 2, 3};
«cast: char ¦ int ¦ short ¦ long» *p$K = (void *)(c$K + («offset: x % 4 ¦ $B»));
sum += (unsigned)*p$K;",
    ),
    // Lifetimes.
    body(
        "int v$K = 3, *p$K = &v$K;
{
    int w$K = $V;
    sum += (unsigned)w$K;
    «scope: sum += (unsigned)*p$K; ¦ p$K = &w$K; ¦ if ($C) p$K = &w$K;»
}
sum += (unsigned)*p$K;",
    ),
    body(
        "char *p$K = \"abc\";
if ($C) {
    char b$K[16] = \"inner\";
    sum += (unsigned)b$K[$V];
    «scope: b$K[0] = 'x'; ¦ p$K = b$K;»
}
sum += (unsigned)p$K[1];",
    ),
    body(
        "int *p$K = &(int){4};
for (int i = 0; i < 3; i++) {
    int v$K = i;
    if («scope: i < 0 ¦ i == x % 3 ¦ i == 0») p$K = &v$K;
    if (i == 2) sum += (unsigned)v$K;
}
*p$K += 1;
sum += (unsigned)*p$K;",
    ),
    body(
        "int *p$K;
{
    «scope: static int v$K ¦ int v$K» = $W;
    p$K = &v$K;
}
{
    int u$K[4] = {1, 2, 3, 4};
    sum += (unsigned)u$K[y & 3];
}
sum += (unsigned)*p$K;",
    ),
    with(
        "static $T *f$K($T *p, int x) {
    «storage: static $T ¦ $T» v = 3;
    if (x > 2) return &v;
    return p;
}",
        "$T v$K = 7, *p$K = f$K(&v$K, x);
sum += (unsigned)*p$K;",
    ),
    with(
        "struct pair$K { int *p; int v; };
static struct pair$K f$K(int x) {
    static int kept;
    int v = x;
    struct pair$K r = { «return: &kept ¦ &v», v };
    return r;
}",
        "struct pair$K r$K = f$K($V);
sum += (unsigned)r$K.v;
if ($C) sum += (unsigned)*r$K.p;",
    ),
    // Heap blocks.
    body(
        "$U *p$K = malloc(«size: $N * sizeof *p$K ¦ $N ¦ ($N - 1) * sizeof *p$K ¦ ($B) * sizeof *p$K»);
if (!p$K) return;
for (int i = 0; i < $N; i++) p$K[i] = ($U)(i + 1);
sum += (unsigned)p$K[«index: $I ¦ $B»];
free(«free: p$K ¦ p$K + 1 ¦ (char *)p$K + x»);",
    ),
    body(
        "$T *p$K = calloc($N, sizeof *p$K);
if (!p$K) return;
«free: sum += 1; ¦ free(p$K); ¦ if ($C) free(p$K);»
p$K[$I] = ($T)$V;
sum += (unsigned)p$K[«index: $I ¦ $B»];
free(p$K);
«use: sum += 2; ¦ sum += (unsigned)p$K[$I]; ¦ if ($C) p$K[0] = 1; ¦ free(p$K); ¦ if ($C) free(p$K);»",
    ),
    body(
        "int *p$K = malloc($N * sizeof(int)), *q$K = malloc(sizeof(int));
if (!p$K || !q$K) return;
*q$K = $V;
for (int i = «start: 0 ¦ 1»; i < $N; i++) p$K[i] = i;
p$K = realloc(p$K, «size: 2 * $N * sizeof(int) ¦ ($N - 1) * sizeof(int)»);
if (!p$K) return;
sum += (unsigned)p$K[$N - 1] + (unsigned)p$K[0] + (unsigned)*q$K;
free(«free: q$K ¦ &sum ¦ p$K»);
free(p$K);",
    ),
    body(
        "int v$K = $V, *p$K = «free: malloc(sizeof(int)) ¦ &v$K ¦ $C ? &v$K : malloc(sizeof(int))»;
if (!p$K) return;
*p$K = v$K + 1;
sum += (unsigned)*p$K;
free(p$K);",
    ),
    with(
        "struct node$K { struct node$K *next; int v; };",
        "struct node$K *list$K = NULL;
for (int i = 0; i < 1 + y % 3; i++) {
    struct node$K *n = malloc(«size: sizeof *n ¦ sizeof n»);
    if (!n) return;
    n->next = list$K;
    «initialise: n->v = i; ¦ if (i) n->v = i;»
    list$K = n;
}
while (list$K) {
    struct node$K *n = list$K;
    sum += (unsigned)n->v;
    «free: list$K = n->next; free(n); ¦ free(n); list$K = n->next; ¦ list$K = n->next; free(n); if (!list$K && x > 1) sum += (unsigned)n->v;»
}",
    ),
    // Strings.
    body(
        "char s$K[6];
strcpy(s$K, «length: \"abcde\" ¦ \"abcdef\" ¦ $C ? \"ab\" : \"abcdefgh\"»);
sum += (unsigned)strlen(s$K);
sum += (unsigned)s$K[«index: x % 6 ¦ x»];",
    ),
    body(
        "char s$K[8] = «length: \"ab\" ¦ \"abcdefg\" ¦ \"abcdefgh\"»;
strcat(s$K, $C ? \"cd\" : \"e\");
sum += (unsigned)strlen(s$K);",
    ),
    body(
        "char «storage: s$K[5] ¦ *s$K» = \"word\";
if ($C) s$K[0] = 'l';
sum += (unsigned)s$K[1];",
    ),
    body(
        "char s$K[«size: 5 ¦ 4»] = \"word\", t$K[5] = {0};
size_t n$K = strlen(s$K);
if (n$K > 4) n$K = 4;
memcpy(t$K, s$K, n$K);
sum += (unsigned)t$K[x % 4];",
    ),
    body(
        "char s$K[8], *p$K;
memset(s$K, 'a', «terminate: 7 ¦ 8»);
s$K[«terminate: 7 ¦ 6 ¦ 0»] = «terminate: 0 ¦ 'b'»;
p$K = strchr(s$K, «null: 'a' ¦ 'q'»);
sum += (unsigned)strlen(s$K) + (unsigned)*p$K;",
    ),
    body(
        "char s$K[4];
int n$K = snprintf(s$K, «size: sizeof s$K ¦ 9», \"%d\", 1000 + $V);
sum += (unsigned)n$K + (unsigned)s$K[«index: 2 ¦ n$K»];",
    ),
    // Blocks of bytes.
    body(
        "$T a$K[$N] = {1}, b$K[$N];
memcpy(b$K, a$K, «length: sizeof b$K ¦ sizeof b$K + 1 ¦ sizeof b$K + x ¦ sizeof b$K - 1 ¦ 1»);
sum += (unsigned)b$K[«index: $I ¦ $N - 1»];",
    ),
    body(
        "$T a$K[$N + 2];
memset(«pointer: a$K ¦ a$K + 1 ¦ a$K - 1 ¦ &a$K[$B]», «value: $W ¦ $V», sizeof a$K);
sum += (unsigned)a$K[$N];",
    ),
    // No copy both overlaps and leaves the array: one of the two is reported, and sanitizers look for them in another order.
    body(
        "char c$K[14] = \"overlapping\";
memcpy(c$K + «overlap: 6 ¦ 2 ¦ x», c$K, «length: 5 ¦ 7»);
sum += (unsigned)c$K[$I];",
    ),
    body(
        "int v$K[2] = {1, $V}, w$K = 0;
memcpy(«null: &w$K ¦ $C ? &w$K : NULL», v$K + («index: y % 2 ¦ y»), sizeof w$K);
sum += (unsigned)w$K;",
    ),
    body(
        "long v$K = $V;
int w$K = 0;
memmove(&w$K, &v$K, «length: sizeof w$K ¦ sizeof v$K»);
sum += (unsigned)w$K + (unsigned)memcmp(&w$K, &v$K, «length: sizeof w$K ¦ sizeof v$K»);",
    ),
    // Structs and unions.
    with(
        "struct s$K { char tag; $T a[$N]; int last; };",
        "struct s$K s$K = {1, {2}, $V}, t$K;
«initialise: t$K = s$K; ¦ t$K.tag = 1;»
t$K.a[«index: $I ¦ $B»] = ($T)$V;
sum += (unsigned)s$K.a[«index: $I ¦ $B»] + (unsigned)t$K.last;",
    ),
    with(
        "struct s$K { $T first; $T second; };
struct large$K { struct s$K s; $T third; };",
        "struct s$K v$K = {1, 2};
«cast: struct s$K ¦ struct large$K» *p$K = (void *)&v$K, copy$K = *p$K;
sum += (unsigned)((struct s$K *)&copy$K)->second;",
    ),
    with(
        "struct s$K { int count; $T data[]; };",
        "struct s$K *p$K = malloc(sizeof *p$K + «size: $N * sizeof($T) ¦ ($N - 1) * sizeof($T) ¦ $N - 1»);
if (!p$K) return;
p$K->count = $N;
for (int i = 0; i < p$K->count; i++) p$K->data[i] = ($T)i;
sum += (unsigned)p$K->data[«index: $I ¦ $B»];
free(p$K);",
    ),
    with(
        "union u$K { int i; char c[4]; short h[2]; };",
        "union u$K u$K;
«initialise: u$K.i = $V; ¦ u$K.c[1] = 2; ¦ u$K.h[1] = 2;»
sum += (unsigned)u$K.c[«index: x % 4 ¦ x ¦ y + 2»];",
    ),
    with(
        "union u$K { unsigned char c; _Bool b; };",
        "union u$K u$K;
u$K.c = «value: x & 1 ¦ x ¦ 2»;
if (u$K.b) sum += 1;",
    ),
    with(
        "struct b$K { unsigned a : 3; int b : 5; unsigned c : 9; };",
        "struct b$K b$K = {1, -2, 3};
b$K.a = (unsigned)$V & 7;
sum += 1u << b$K.a;
sum += (unsigned)(b$K.b «shift: < ¦ <<» (int)b$K.a);
ASSERT(b$K.a «assertion: <= 7 ¦ < 5»);",
    ),
    with(
        "struct b$K { unsigned a : 3; int b : 5; unsigned c : 9; };",
        "struct b$K b$K;
b$K.a = (unsigned)$V & 7;
b$K.b = «initialise: 2 ¦ b$K.b»;
b$K.c = 3;
struct b$K d$K[2] = {b$K, b$K};
sum += d$K[«index: x & 1 ¦ x - 1»].a + (unsigned)b$K.b + b$K.c;",
    ),
    // Functions.
    with(
        "static int one$K(int v) { return v + 1; }
static int two$K(int v) { return v * 2; }
static int (*const table$K[2])(int) = {one$K, «null: two$K ¦ NULL»};",
        "sum += (unsigned)table$K[«index: x & 1 ¦ x ¦ y - 1»]($V);",
    ),
    with(
        "static int one$K(int v) { return v + 1; }
static long two$K(long v, long w) { return v * w; }",
        "int (*f$K)(int) = «call: one$K ¦ (int (*)(int))two$K ¦ (int (*)(int))&sum ¦ $C ? one$K : NULL»;
(void)two$K;
sum += (unsigned)f$K($V);",
    ),
    with(
        "static int f$K(int v) {
    if (v > 3) return 1;
    «return: return 2; ¦ sum += 1; ¦ if (v) return 2;»
}",
        "int r$K = f$K($V);
if (r$K) sum += 3;",
    ),
    with(
        "static void f$K($T *p, int n) {
    for (int i = 0; i < n; i++) p[i] = ($T)(p[i] + 1);
}",
        "$T a$K[$N] = {0};
f$K(a$K, «length: $N ¦ $N + 1 ¦ x»);
f$K(«pointer: a$K + 1 ¦ a$K + 2», $N - 1);
sum += (unsigned)a$K[1];",
    ),
    with(
        "static unsigned f$K(unsigned n, unsigned *out) {
    unsigned here = n;
    if (n == 0) { *out = 1; return 0; }
    return here + f$K(n - 1, out);
}",
        "unsigned out$K, r$K = f$K((unsigned)$V & 3, «pointer: &out$K ¦ &out$K + (x > 1)»);
sum += r$K + out$K;",
    ),
    with(
        "static int f$K(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) total += va_arg(list, int);
    va_end(list);
    return total;
}",
        "sum += (unsigned)f$K(2, $V, «overflow: 3 ¦ 2147483647»);",
    ),
    // Numbers.
    body(
        "int v$K = «overflow: 1000 ¦ 2147483640 ¦ 2147483647 - x»;
v$K += $V;
v$K «operator: -= ¦ *=» «overflow: 5 ¦ -2147483647 - 1»;
sum += (unsigned)v$K;",
    ),
    body(
        "long v$K = $V;
v$K = v$K * «overflow: 1000 ¦ 9223372036854775807 ¦ 0x1000000000000000»;
sum += (unsigned)v$K;",
    ),
    body(
        "int v$K = «overflow: -7 ¦ -2147483647 - 1»;
sum += (unsigned)-v$K;
sum += (unsigned)(v$K / («division: -2 - y ¦ y - 1 ¦ -1 ¦ y»));",
    ),
    body("sum += (unsigned)(100 / («division: x + 1 ¦ x ¦ x - y ¦ x % 3»));"),
    body("sum += 100u % ((unsigned)«division: y + 1 ¦ y ¦ x - 2»);"),
    body("sum += (unsigned)(1 << («shift: x ¦ x + 28 ¦ x - 1 ¦ 8 * x»));"),
    body("sum += (unsigned)((«shift: 1 ¦ -1 ¦ y - 1») << 3) + (unsigned)($V >> («shift: y ¦ y + 30 ¦ -y»));"),
    body("long v$K = 1;
sum += (unsigned)(v$K << («shift: x + 20 ¦ 10 * x ¦ 62 + y»));"),
    body("sum += (unsigned)__builtin_clz((unsigned)(«count: x + 1 ¦ x ¦ x & y»)) + (unsigned)__builtin_ctzl((unsigned long)(«count: y + 1 ¦ y»));"),
    body("double d$K = «conversion: 100.5 ¦ 3e9 ¦ -1.5 ¦ 1e30»;
if ($C) sum += (unsigned)(int)d$K;
else sum += (unsigned)(unsigned char)d$K;"),
    body("float f$K = x > 3 ? «conversion: 2.5f ¦ 300.0f ¦ __builtin_nanf(\"\")» : 1.0f;
sum += (unsigned)(signed char)f$K;"),
    // Variables that were never written.
    body(
        "$T v$K«initialise: = 3 ¦ »;
if ($C) v$K = 4;
if (v$K > 3) sum += 5;",
    ),
    body(
        "$T a$K[$N]«initialise: = {0} ¦ »;
a$K[$I] = 1;
sum += (unsigned)a$K[$I];",
    ),
    body(
        "int n$K = «vla: x + 1 ¦ x ¦ x - y»;
int v$K[n$K];
for (int i = 0; i «bound: < ¦ <=» n$K; i++) v$K[i] = i;
sum += (unsigned)v$K[«index: x / 2 ¦ x + 1»];",
    ),
    body(
        "int *p$K = «null: &(int){3} ¦ NULL ¦ $C ? NULL : &(int){3} ¦ (int *)8»;
sum += (unsigned)*p$K;",
    ),
    body(
        "switch ($V) {
case 0: sum += 1; break;
case 1: «unreachable: sum += 2; break; ¦ __builtin_unreachable();»
case 2: ASSERT(x != «assertion: 9 ¦ 1»); break;
default: sum += 4;
}",
    ),
];
