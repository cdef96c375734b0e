//! Every function of C17's library (clause 7) and of POSIX's headers: it has a body in the library, is a function of the machine, or is
//! a cut with a reason. None is a function that nobody has heard of.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use everypath_llvm::{DataModel, LlvmOptions, models};
use everypath_program::Program;

/// The functions of each header of C17.
const C17: &[(&str, &str)] = &[
    ("assert.h", "__assert_fail"),
    (
        "complex.h",
        "cacos cacosf cacosl casin casinf casinl catan catanf catanl ccos ccosf ccosl csin csinf csinl ctan ctanf \
         ctanl cacosh cacoshf cacoshl casinh casinhf casinhl catanh catanhf catanhl ccosh ccoshf ccoshl csinh csinhf \
         csinhl ctanh ctanhf ctanhl cexp cexpf cexpl clog clogf clogl cabs cabsf cabsl cpow cpowf cpowl csqrt csqrtf \
         csqrtl carg cargf cargl cimag cimagf cimagl conj conjf conjl cproj cprojf cprojl creal crealf creall",
    ),
    (
        "ctype.h",
        "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower \
         toupper",
    ),
    ("errno.h", "__errno_location"),
    (
        "fenv.h",
        "feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround fegetenv \
         feholdexcept fesetenv feupdateenv",
    ),
    (
        "inttypes.h",
        "imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax",
    ),
    ("locale.h", "setlocale localeconv"),
    (
        "math.h",
        "acos acosf acosl asin asinf asinl atan atanf atanl atan2 atan2f atan2l cos cosf cosl sin sinf sinl tan tanf \
         tanl acosh acoshf acoshl asinh asinhf asinhl atanh atanhf atanhl cosh coshf coshl sinh sinhf sinhl tanh \
         tanhf tanhl exp expf expl exp2 exp2f exp2l expm1 expm1f expm1l frexp frexpf frexpl ilogb ilogbf ilogbl \
         ldexp ldexpf ldexpl log logf logl log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl \
         modf modff modfl scalbn scalbnf scalbnl scalbln scalblnf scalblnl cbrt cbrtf cbrtl fabs fabsf fabsl hypot \
         hypotf hypotl pow powf powl sqrt sqrtf sqrtl erf erff erfl erfc erfcf erfcl lgamma lgammaf lgammal tgamma \
         tgammaf tgammal ceil ceilf ceill floor floorf floorl nearbyint nearbyintf nearbyintl rint rintf rintl lrint \
         lrintf lrintl llrint llrintf llrintl round roundf roundl lround lroundf lroundl llround llroundf llroundl \
         trunc truncf truncl fmod fmodf fmodl remainder remainderf remainderl remquo remquof remquol copysign \
         copysignf copysignl nan nanf nanl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl fdim \
         fdimf fdiml fmax fmaxf fmaxl fmin fminf fminl fma fmaf fmal",
    ),
    ("setjmp.h", "longjmp"),
    ("signal.h", "signal raise"),
    (
        "stdio.h",
        "remove rename tmpfile tmpnam fclose fflush fopen freopen setbuf setvbuf fprintf fscanf printf scanf \
         snprintf sprintf sscanf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf fgetc fgets fputc fputs \
         getc getchar putc putchar puts ungetc fread fwrite fgetpos fseek fsetpos ftell rewind clearerr feof ferror \
         perror",
    ),
    (
        "stdlib.h",
        "atof atoi atol atoll strtod strtof strtold strtol strtoll strtoul strtoull rand srand aligned_alloc calloc \
         free malloc realloc abort atexit at_quick_exit exit _Exit getenv quick_exit system bsearch qsort abs labs \
         llabs div ldiv lldiv mblen mbtowc wctomb mbstowcs wcstombs",
    ),
    (
        "string.h",
        "memcpy memmove strcpy strncpy strcat strncat memcmp strcmp strcoll strncmp strxfrm memchr strchr strcspn \
         strpbrk strrchr strspn strstr strtok memset strerror strlen",
    ),
    (
        "threads.h",
        "call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init \
         mtx_lock mtx_timedlock mtx_trylock mtx_unlock thrd_create thrd_current thrd_detach thrd_equal thrd_exit \
         thrd_join thrd_sleep thrd_yield tss_create tss_delete tss_get tss_set",
    ),
    (
        "time.h",
        "clock difftime mktime time timespec_get asctime ctime gmtime localtime strftime",
    ),
    ("uchar.h", "mbrtoc16 c16rtomb mbrtoc32 c32rtomb"),
    (
        "wchar.h",
        "fwprintf fwscanf swprintf swscanf vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wprintf wscanf \
         fgetwc fgetws fputwc fputws fwide getwc getwchar putwc putwchar ungetwc wcstod wcstof wcstold wcstol \
         wcstoll wcstoul wcstoull wcscpy wcsncpy wmemcpy wmemmove wcscat wcsncat wcscmp wcscoll wcsncmp wcsxfrm \
         wmemcmp wcschr wcscspn wcspbrk wcsrchr wcsspn wcsstr wcstok wmemchr wcslen wmemset wcsftime btowc wctob \
         mbsinit mbrlen mbrtowc wcrtomb mbsrtowcs wcsrtombs",
    ),
    (
        "wctype.h",
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper \
         iswxdigit iswctype wctype towlower towupper towctrans wctrans",
    ),
];

/// What C17 has as macros and generic functions, used once; the functions behind them have names of the implementation.
const MACROS: &str = r#"
    #include <assert.h>
    #include <ctype.h>
    #include <errno.h>
    #include <float.h>
    #include <iso646.h>
    #include <limits.h>
    #include <math.h>
    #include <setjmp.h>
    #include <signal.h>
    #include <stdalign.h>
    #include <stdarg.h>
    #include <stdatomic.h>
    #include <stdbool.h>
    #include <stddef.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <stdnoreturn.h>
    #include <tgmath.h>
    #include <threads.h>
    static noreturn void leave(void) { exit(EXIT_SUCCESS); }
    static int classes(float f, double d, long double l) {
        int sum = fpclassify(f) + fpclassify(d) + fpclassify(l) + isfinite(f) + isfinite(d) + isfinite(l);
        sum += isinf(f) + isinf(d) + isinf(l) + isnan(f) + isnan(d) + isnan(l) + isnormal(f) + isnormal(d) + isnormal(l);
        sum += signbit(f) + signbit(d) + signbit(l) + isgreater(f, d) + isless(d, l) + islessgreater(f, l);
        return sum + isunordered(d, l) + isgreaterequal(f, f) + islessequal(d, d) + math_errhandling;
    }
    static double generic(float f, double d, long double l, _Complex double c) {
        return sqrt(f) + sin(d) + fabs(l) + creal(exp(c)) + cabs(pow(c, d)) + carg(c) + nexttoward(f, l) + ldexp(d, 2) + atan2(f, d);
    }
    struct wide { long words[5]; };
    static int atomics(void) {
        static atomic_flag flag = ATOMIC_FLAG_INIT;
        static atomic_int number = ATOMIC_VAR_INIT(1);
        static _Atomic(struct wide) wide;
        struct wide other = wide, expected = other;
        atomic_init(&number, 2);
        wide = other;
        other = atomic_exchange(&wide, expected);
        int sum = atomic_compare_exchange_strong(&wide, &expected, other) + atomic_is_lock_free(&wide) + atomic_is_lock_free(&number);
        sum += atomic_fetch_add(&number, 1) + atomic_fetch_sub(&number, 1) + atomic_fetch_or(&number, 1) + atomic_fetch_xor(&number, 1);
        sum += atomic_fetch_and(&number, 1) + atomic_load(&number) + atomic_exchange(&number, 3) + atomic_flag_test_and_set(&flag);
        int before = 3;
        sum += atomic_compare_exchange_weak(&number, &before, 4) + kill_dependency(before);
        atomic_store(&number, 5);
        atomic_flag_clear(&flag);
        atomic_thread_fence(memory_order_seq_cst);
        atomic_signal_fence(memory_order_seq_cst);
        return sum;
    }
    static jmp_buf buffer;
    static int variable(int count, ...) {
        va_list list, copy;
        va_start(list, count);
        va_copy(copy, list);
        int sum = va_arg(list, int) + va_arg(copy, int);
        va_end(copy);
        va_end(list);
        return sum;
    }
    int main(int argc, char **argv) {
        if (setjmp(buffer)) leave();
        _Complex double c = argc, d = c * c / (c + 1.0);
        _Complex float f = (_Complex float)d * (_Complex float)c / (_Complex float)(c + 2.0);
        assert(argc);
        static once_flag once = ONCE_FLAG_INIT;
        call_once(&once, leave);
        errno = ENOENT;
        putc(getc(stdin), stdout);
        static_assert(alignof(max_align_t) >= 4 and offsetof(struct wide, words) == 0, "");
        if (isdigit(argc)) raise(SIGABRT);
        return classes(argc, argc, argc) + (int)generic(argc, argc, argc, c) + atomics() + variable(1, 2) + isalpha(argc) + (int)creal(f);
    }
"#;

/// The functions of POSIX's headers that C17 has not.
const POSIX: &str = "\
    a64l accept access aio_cancel aio_error aio_fsync aio_read aio_return aio_suspend aio_write alarm alphasort \
    asctime_r bind catclose catgets catopen cfgetispeed cfgetospeed cfsetispeed cfsetospeed chdir chmod chown \
    clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime close closedir closelog confstr \
    connect creat ctermid ctime_r dirfd dirname dlclose dlerror dlopen dlsym dprintf drand48 dup dup2 duplocale \
    endgrent endhostent endnetent endprotoent endpwent endservent endutxent erand48 execl execle execlp execv execve \
    execvp faccessat fchdir fchmod fchmodat fchown fchownat fcntl fdatasync fdopen fdopendir fexecve ffs fileno \
    flockfile fmemopen fmtmsg fnmatch fork fpathconf freeaddrinfo freelocale fseeko fstat fstatat fstatvfs fsync \
    ftello ftok ftruncate ftrylockfile ftw funlockfile futimens gai_strerror getaddrinfo getc_unlocked \
    getchar_unlocked getcwd getdate getdelim getegid geteuid getgid getgrent getgrgid getgrgid_r getgrnam getgrnam_r \
    getgroups gethostbyaddr gethostbyname gethostent gethostid gethostname getitimer getline getlogin getlogin_r \
    getnameinfo getnetbyaddr getnetbyname getnetent getopt getpeername getpgid getpgrp getpid getppid getpriority \
    getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwnam_r getpwuid getpwuid_r getrlimit getrusage \
    getservbyname getservbyport getservent getsid getsockname getsockopt getsubopt gettimeofday getuid getutxent \
    getutxid getutxline glob globfree gmtime_r grantpt hcreate hdestroy hsearch htonl htons iconv iconv_close \
    iconv_open if_freenameindex if_indextoname if_nameindex if_nametoindex inet_addr inet_lnaof inet_makeaddr \
    inet_netof inet_network inet_ntoa inet_ntop inet_pton initstate insque isatty iswalnum_l iswalpha_l iswblank_l \
    iswcntrl_l iswctype_l iswdigit_l iswgraph_l iswlower_l iswprint_l iswpunct_l iswspace_l iswupper_l iswxdigit_l \
    jrand48 kill killpg l64a lchown lcong48 lfind link linkat lio_listio listen localtime_r lockf lrand48 lsearch \
    lseek lstat mbsnrtowcs memccpy mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkstemp mlock mlockall mmap \
    mprotect mq_close mq_getattr mq_notify mq_open mq_receive mq_send mq_setattr mq_timedreceive mq_timedsend \
    mq_unlink mrand48 msgctl msgget msgrcv msgsnd msync munlock munlockall munmap nanosleep newlocale nftw nice \
    nl_langinfo nl_langinfo_l nrand48 ntohl ntohs open open_memstream open_wmemstream openat opendir openlog \
    pathconf pause pclose pipe poll popen posix_fadvise posix_fallocate posix_madvise posix_memalign posix_openpt \
    posix_spawn posix_spawn_file_actions_addclose posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addopen \
    posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawnattr_destroy posix_spawnattr_getflags \
    posix_spawnattr_getpgroup posix_spawnattr_getschedparam posix_spawnattr_getschedpolicy \
    posix_spawnattr_getsigdefault posix_spawnattr_getsigmask posix_spawnattr_init posix_spawnattr_setflags \
    posix_spawnattr_setpgroup posix_spawnattr_setschedparam posix_spawnattr_setschedpolicy \
    posix_spawnattr_setsigdefault posix_spawnattr_setsigmask posix_spawnp pread pselect psiginfo psignal \
    pthread_atfork pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_getguardsize \
    pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy pthread_attr_getscope \
    pthread_attr_getstack pthread_attr_getstackaddr pthread_attr_getstacksize pthread_attr_init \
    pthread_attr_setdetachstate pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedparam \
    pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setstack pthread_attr_setstackaddr \
    pthread_attr_setstacksize pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait \
    pthread_barrierattr_destroy pthread_barrierattr_getpshared pthread_barrierattr_init \
    pthread_barrierattr_setpshared pthread_cancel pthread_cond_broadcast pthread_cond_destroy pthread_cond_init \
    pthread_cond_signal pthread_cond_timedwait pthread_cond_wait pthread_condattr_destroy pthread_condattr_getclock \
    pthread_condattr_getpshared pthread_condattr_init pthread_condattr_setclock pthread_condattr_setpshared \
    pthread_create pthread_detach pthread_equal pthread_exit pthread_getconcurrency pthread_getcpuclockid \
    pthread_getschedparam pthread_getspecific pthread_join pthread_key_create pthread_key_delete pthread_kill \
    pthread_mutex_consistent pthread_mutex_destroy pthread_mutex_getprioceiling pthread_mutex_init \
    pthread_mutex_lock pthread_mutex_setprioceiling pthread_mutex_timedlock pthread_mutex_trylock \
    pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol \
    pthread_mutexattr_getpshared pthread_mutexattr_getrobust pthread_mutexattr_gettype pthread_mutexattr_init \
    pthread_mutexattr_setprioceiling pthread_mutexattr_setprotocol pthread_mutexattr_setpshared \
    pthread_mutexattr_setrobust pthread_mutexattr_settype pthread_once pthread_rwlock_destroy pthread_rwlock_init \
    pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock \
    pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_rwlockattr_destroy \
    pthread_rwlockattr_getkind_np pthread_rwlockattr_getpshared pthread_rwlockattr_init \
    pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared pthread_self pthread_setcancelstate \
    pthread_setcanceltype pthread_setconcurrency pthread_setschedparam pthread_setschedprio pthread_setspecific \
    pthread_sigmask pthread_spin_destroy pthread_spin_init pthread_spin_lock pthread_spin_trylock \
    pthread_spin_unlock pthread_testcancel ptsname putc_unlocked putchar_unlocked putenv pututxline pwrite rand_r \
    random read readdir readdir_r readlink readlinkat readv realpath recv recvfrom recvmsg regcomp regerror regexec \
    regfree remque renameat rewinddir rmdir scandir sched_get_priority_max sched_get_priority_min sched_getparam \
    sched_getscheduler sched_rr_get_interval sched_setparam sched_setscheduler sched_yield seed48 seekdir select \
    sem_close sem_destroy sem_getvalue sem_init sem_open sem_post sem_timedwait sem_trywait sem_unlink sem_wait \
    semctl semget semop send sendmsg sendto setegid setenv seteuid setgid setgrent sethostent setitimer setlogmask \
    setnetent setpgid setpgrp setpriority setprotoent setpwent setregid setreuid setrlimit setservent setsid \
    setsockopt setstate setuid setutxent shm_open shm_unlink shmat shmctl shmdt shmget shutdown sigaction sigaddset \
    sigaltstack sigdelset sigemptyset sigfillset sighold sigignore siginterrupt sigismember siglongjmp sigpause \
    sigpending sigprocmask sigqueue sigrelse sigset sigsuspend sigtimedwait sigwait sigwaitinfo sleep sockatmark \
    socket socketpair srand48 srandom stat statvfs stpcpy stpncpy strcasecmp strcasecmp_l strcoll_l strdup \
    strerror_l strerror_r strfmon strfmon_l strftime_l strncasecmp strncasecmp_l strndup strnlen strptime strsignal \
    strtok_r strxfrm_l swab symlink symlinkat sync sysconf syslog tcdrain tcflow tcflush tcgetattr tcgetpgrp \
    tcgetsid tcsendbreak tcsetattr tcsetpgrp tdelete telldir tempnam tfind timer_create timer_delete \
    timer_getoverrun timer_gettime timer_settime times towctrans_l towlower_l towupper_l truncate tsearch ttyname \
    ttyname_r twalk tzset umask uname unlink unlinkat unlockpt unsetenv uselocale utime utimensat utimes vdprintf \
    wait waitid waitpid wcpcpy wcpncpy wcscasecmp wcscasecmp_l wcscoll_l wcsdup wcsncasecmp wcsncasecmp_l wcsnlen \
    wcsnrtombs wcswcs wcswidth wcsxfrm_l wctrans_l wctype_l wcwidth wordexp write writev";

/// The headers that declare them.
const POSIX_HEADERS: &str = "aio arpa/inet dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue \
    net/if netdb netinet/in nl_types poll pthread pwd regex sched search semaphore signal spawn strings sys/ipc sys/mman sys/msg \
    sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/uio sys/un sys/utsname sys/wait \
    syslog termios unistd utime utmpx wordexp";

/// The calls that a program gives up, by the text of the cut, and whether it is one of an unknown function.
fn given_up(text: &str, data_model: DataModel) -> (BTreeSet<String>, BTreeSet<String>) {
    let options = LlvmOptions {
        data_model,
        ..LlvmOptions::default()
    };
    let program = support::program(text, &options);
    let (mut named, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    // Functions whose address is taken have a region, whether or not they have a body.
    let regions = program.image().regions.iter();
    let taken = regions.filter_map(|region| program.function_at(region.base));
    let defined = (program.function_names()).filter_map(|name| program.function_named(name));
    let keys: BTreeSet<_> = taken.chain(defined).collect();
    for key in keys {
        for block in program.blocks_of(key) {
            let text = block.to_string();
            for part in text.split("call of ").skip(1) {
                let quoted = part.split('`').nth(1).unwrap_or_default().to_owned();
                match part.starts_with("undefined") {
                    true => unknown.insert(quoted),
                    false => named.insert(quoted),
                };
            }
        }
    }
    (named, unknown)
}

/// A program that takes the address of each function.
fn addresses(headers: &[&str], names: &[&str]) -> String {
    let mut text = "#define _XOPEN_SOURCE 700\n".to_owned();
    for header in headers {
        let _ = writeln!(text, "#include <{header}>");
    }
    text.push_str("void (*volatile taken)();\nint main(void) {\n");
    for name in names {
        let _ = writeln!(text, "    taken = (void (*)())({name});");
    }
    text + "    return 0;\n}\n"
}

#[test]
fn every_function_of_c17_exists_or_is_a_named_cut() {
    let headers: Vec<&str> = C17.iter().map(|row| row.0).collect();
    let names: Vec<&str> = C17
        .iter()
        .flat_map(|row| row.1.split_whitespace())
        .collect();
    assert!(names.len() > 490, "{}", names.len());
    let text = addresses(&headers, &names);
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let (named, unknown) = given_up(&text, data_model);
        assert!(unknown.is_empty(), "{unknown:?}");
        // What needs another process or another thread; everything else has a body.
        assert_eq!(named.iter().collect::<Vec<_>>(), ["system", "thrd_create"]);
    }
}

#[test]
fn the_macros_of_c17_stand_for_functions_that_exist() {
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let (named, unknown) = given_up(MACROS, data_model);
        assert!(
            unknown.is_empty() && named.is_empty(),
            "{unknown:?} {named:?}"
        );
    }
}

#[test]
fn every_function_of_posix_exists_or_is_a_named_cut() {
    let headers: Vec<String> = C17
        .iter()
        .map(|row| row.0.to_owned())
        .chain(
            POSIX_HEADERS
                .split_whitespace()
                .map(|name| format!("{name}.h")),
        )
        .filter(|name| name != "threads.h" && name != "complex.h")
        .collect();
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    let names: Vec<&str> = POSIX.split_whitespace().collect();
    assert!(names.len() > 500, "{}", names.len());
    let text = addresses(&headers, &names);
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let (named, unknown) = given_up(&text, data_model);
        assert!(unknown.is_empty(), "{unknown:?}");
        for name in named {
            assert_eq!(
                models::model(&name),
                Some(models::Model::Unsupported),
                "{name}"
            );
        }
    }
}

#[test]
fn a_program_s_own_function_goes_before_a_named_cut() {
    let text = "int socket(int a, int b, int c) { return a + b + c; } void nobody_s_function(void);
        int main(void) { nobody_s_function(); return socket(1, 2, 3); }";
    let (named, unknown) = given_up(text, DataModel::Lp64);
    assert!(named.is_empty(), "{named:?}");
    assert_eq!(unknown.iter().collect::<Vec<_>>(), ["nobody_s_function"]);
}
