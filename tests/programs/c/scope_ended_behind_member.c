// target: both
// expect: unsafe invalid-load
// line: 13

struct view { int length; const char *text; };
int main(void) {
    struct view view;
    {
        char inner[4] = "abc";
        view.text = inner;
        view.length = 3;
    }
    return view.text[0] != 'a';
}
