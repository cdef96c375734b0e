/*
 * Standard input and files where the run leaves them open.
 *
 * Standard input then has any bytes, up to a number that the machine gives, and an input says before each byte whether there is none
 * any more. A file that nobody gave exists or not, as an input says when it is opened first; if it does, it has any bytes in the
 * same way. What is read beyond that number is an assumption, which the verdict names.
 *
 * A number that is asked for in standard input is an input of its own: its digits would be as many paths as there are lengths, and sums of
 * products besides. Its text is made where somebody needs it (crates/report/src/standard_input.rs). A program cannot tell one
 * text of a number from another; how much white space is skipped it does not learn either, so that there is none but where it separates.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define OPEN_FILE 16 /* as in crates/program/src/assumption.rs */
#define OPEN_TEXT 8 /* as there */

/* Memory of the library's own, which is freed at the end. */
static void *own_block(size_t size);

/* Names that turned out to stand for nothing: no file, or no environment variable. */
struct absent {
    const struct absent *next;
    char name[];
};

static _Bool is_absent(const struct absent *list, const char *name) {
    for (; list != NULL; list = list->next) {
        if (strcmp(list->name, name) == 0) return 1;
    }
    return 0;
}

static void add_absent(const struct absent **list, const char *name) {
    size_t size = strlen(name) + 1;
    struct absent *entry = own_block(sizeof *entry + size);
    entry->next = *list;
    memcpy(entry->name, name, size);
    *list = entry;
}

/* An input of one bit. */
static _Bool open_choice(const char *name) {
    byte choice = 0;
    __everypath_make_symbolic(&choice, 1, name);
    return choice & 1;
}

/* Whether a stream is standard input, and it is open what stands there. */
static _Bool is_open_input(long stream) {
    return stream == 0 && __everypath_stream_kind(0) == 2 && !__everypath_assumes("empty-input");
}

/* What is known of open standard input. */
static struct {
    _Bool ended;        /* nothing comes any more */
    _Bool goes_on;      /* something comes */
    _Bool looked_ahead; /* a real library has seen whether something comes; here nobody has asked yet */
    _Bool after_number; /* the last that came was a number, so no digit comes */
    _Bool in_width;     /* the last that came was a number of limited width: it is open whether a real library has seen what comes */
    _Bool after_space;  /* white space was skipped, so none comes */
    _Bool left_over;    /* what was pushed back is the character that no number began or went on with */
} open_input;

/* Whether nothing comes any more; an input says so. */
static _Bool open_ends(void) {
    if (!open_input.ended && !open_input.goes_on) {
        open_input.ended = open_choice("stdin ends");
        open_input.goes_on = !open_input.ended;
    }
    open_input.looked_ahead = 0;
    open_input.in_width = 0;
    return open_input.ended;
}

/* What comes is longer than the run looks at. */
static void open_is_too_long(void) {
    (void)__everypath_assumes("input-length");
    open_input.ended = 1;
}

/* Reads from a stream; as __everypath_read(), but for open standard input. */
static long open_read(long stream, void *to, size_t size) {
    if (size == 0 || !is_open_input(stream)) return __everypath_read(stream, to, size);
    byte *at = to;
    /* Declared here: where a loop is left early, a variable of its body would be an undefined value. */
    long count = 0;
    while (size > 0 && !open_ends()) {
        count = __everypath_read(0, at, 1);
        if (count < 0) return count;
        if (count == 0) {
            open_is_too_long();
            break;
        }
        open_input.goes_on = 0;
        if (open_input.after_number) __everypath_assume(!is_digit(*at));
        open_input.after_number = 0;
        if (open_input.after_space) __everypath_assume(!is_space(*at));
        open_input.after_space = 0;
        at++;
        size--;
    }
    return at - (byte *)to;
}

/* Skips white space in open standard input. */
static void open_skip_space(void) {
    byte blank;
    if (open_input.after_number && __everypath_read(0, &blank, 1) == 1) {
        __everypath_assume(blank == ' ');
        open_input.goes_on = 0;
    }
    open_input.after_number = 0;
    open_input.looked_ahead = 1;
    open_input.in_width = 0;
    open_input.after_space = 1;
}

enum number_kind { SIGNED_NUMBER, UNSIGNED_NUMBER, FLOATING_POINT_NUMBER }; /* as in crates/program/src/number.rs */

/*
 * Reads a number of 1, 2, 4 or 8 bytes from open standard input, where white space was skipped; of `width` characters at most, if that is not 0.
 * Gives 0 where something else comes, or nothing. Behind as many characters as are read, a digit may come: numbers can begin with zeros.
 */
static _Bool read_open_number(void *to, size_t size, enum number_kind kind, int width) {
    if (open_input.ended || open_input.after_number || !open_choice("stdin has a number")) return 0;
    if (__everypath_read_number(to, size, (long)kind | (long)width << 8) != 1) {
        open_is_too_long();
        return 0;
    }
    open_input.goes_on = 0;
    open_input.after_number = width == 0;
    open_input.in_width = width != 0;
    open_input.after_space = 0;
    return 1;
}

/* Any contents of a file that is empty. */
static void fill_open_file(long stream) {
    for (int i = 0; i < OPEN_FILE; i++) {
        if (open_choice("file ends")) return;
        byte contents;
        __everypath_make_symbolic(&contents, 1, "file");
        __everypath_write(stream, &contents, 1);
    }
    (void)__everypath_assumes("file-length");
}

/* Opens a file; as __everypath_open(), but where it is open which files there are. */
static long open_file(const char *path, long flags) {
    static const struct absent *missing;
    long found = __everypath_open(path, O_RDONLY);
    if (found >= 0) {
        __everypath_close(found);
    } else if (found == -ENOENT && !is_absent(missing, path) && !__everypath_assumes("no-files")) {
        if (open_choice("file exists")) {
            long made = __everypath_open(path, O_WRONLY | O_CREAT);
            if (made < 0) return made;
            fill_open_file(made);
            __everypath_close(made);
        } else {
            add_absent(&missing, path);
            /* Where there is none, it may be that none can be made. */
            if ((flags & O_CREAT) != 0 && open_choice("file denied")) return -EACCES;
        }
    }
    return __everypath_open(path, flags);
}
