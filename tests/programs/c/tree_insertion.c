// target: lp64
// expect: unsafe assertion
// line: 32
// example: a = 5
// example: b = 5
#include <everypath.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static void insert(struct tree **at, int key) {
    while (*at != NULL) {
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
}

static int count(const struct tree *t) { return t == NULL ? 0 : 1 + count(t->left) + count(t->right); }

static void release(struct tree *t) {
    if (t == NULL) return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void) {
    struct tree *root = NULL;
    int a = everypath_int("a"), b = everypath_int("b"), c = everypath_int("c");
    insert(&root, a), insert(&root, b), insert(&root, c);
    everypath_assert(count(root) < 3 || (a != b && b != c && a != c));
    release(root);
    return 0;
}
