/*
 * `printenv` with a name of up to LENGTH input bytes: the value of that variable in a list of constants. A name with `=` in
 * it names none.
 */
#include <everypath.h>

#ifndef LENGTH
#define LENGTH 6
#endif

static const char *const variables[] = {
    "SHELL=/bin/sh",  "TERM=vt100",      "USER=alex",     "PATH=/bin:/usr/bin", "PWD=/home/alex", "HOME=/home/alex",
    "LANG=C.UTF-8",   "PAGER=more",      "EDITOR=ed",     "TZ=UTC",             "MAIL=/var/mail", "LOGNAME=alex",
    "SHLVL=1",        "PRINTER=lp",      "DISPLAY=:0",    "HISTSIZE=500",
};

static unsigned long length_of(const char *text) {
    unsigned long length = 0;
    while (text[length] != 0) length++;
    return length;
}

int main(void) {
    char name[LENGTH + 1];
    everypath_make_symbolic(name, LENGTH, "name");
    name[LENGTH] = 0;
    for (int i = 0; name[i] != 0; i++) {
        if (name[i] == '=') return 2;
    }
    for (unsigned v = 0; v < sizeof variables / sizeof *variables; v++) {
        const char *variable = variables[v];
        int i = 0;
        while (variable[i] != '=' && variable[i] == name[i]) i++;
        if (variable[i] == '=' && name[i] == 0) {
            everypath_write(variable + i + 1, length_of(variable + i + 1));
            return 0;
        }
    }
    return 1;
}
