// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    char text[3];
    everypath_make_symbolic(text, 3, "text");
    int state = 0;
    for (int i = 0; i < 3; i++) {
        switch (state) {
            case 0: state = text[i] == 'G' ? 1 : 0; break;
            case 1: state = text[i] == 'O' ? 2 : text[i] == 'G' ? 1 : 0; break;
            case 2: state = text[i] == '!' ? 3 : 0; break;
        }
    }
    everypath_assert(state != 3 || (text[0] == 'G' && text[1] == 'O' && text[2] == '!'));
    return 0;
}
