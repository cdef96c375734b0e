// target: both
// expect: incomplete
#include <everypath.h>
#include <sys/socket.h>

int main(void) {
    if (everypath_int("x") == 3) return socket(AF_INET, SOCK_STREAM, 0);
    return 0;
}
