/* Makes the disk fail at the n-th call: preloaded into the program under test (LD_PRELOAD).
 *
 * It stands between the program and the C library, below SQLite and Rust's files alike, and counts calls
 * that change files of one folder (CATENA_FAULT_FOLDER). The test and the program share a file of control
 * words (CATENA_FAULT_CONTROL), so that the test can arm the next failure while the program runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, TRUNCATE = 4, RENAME = 8, CREATE = 16, NOT_IN_LOG = 32 };
enum { ONCE = 0, FROM_THEN_ON = 1, TORN = 2 };

struct control {
    int64_t countdown; /* The call that fails, from 1; 0 is none. */
    int64_t kinds;     /* Which calls count. */
    int64_t error;     /* The errno of the failure. */
    int64_t mode;      /* ONCE, FROM_THEN_ON (until disarmed), TORN (half of the bytes, then the failure). */
    int64_t seen;      /* Calls counted. */
    int64_t failed;    /* Calls that were made to fail. */
};

static struct control *control;
static const char *folder;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("CATENA_FAULT_CONTROL");
    folder = getenv("CATENA_FAULT_FOLDER");
    if (!path || !folder) return;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED) control = shared;
}

static int is_inside(const char *path) {
    size_t length = strlen(folder);
    char whole[8192], here[4096];
    if (path[0] != '/' && getcwd(here, sizeof here)) {
        snprintf(whole, sizeof whole, "%s/%s", here, path);
        path = whole;
    }
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static int is_file_inside(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    /* Pipes and sockets have no place in a folder. */
    if (path[0] != '/' || !is_inside(path)) return 0;
    int is_log = length > 4 && strcmp(path + length - 4, "-wal") == 0;
    return !(is_log && control->kinds & NOT_IN_LOG);
}

/* Whether this call has to fail; errno is set then. */
static int fails(int kind) {
    if (!(__atomic_load_n(&control->kinds, __ATOMIC_SEQ_CST) & kind)) return 0;
    __atomic_add_fetch(&control->seen, 1, __ATOMIC_SEQ_CST);
    int64_t countdown = __atomic_load_n(&control->countdown, __ATOMIC_SEQ_CST);
    do {
        if (countdown <= 0) return 0;
        if (countdown == 1 && control->mode == FROM_THEN_ON) break;
    } while (!__atomic_compare_exchange_n(&control->countdown, &countdown, countdown - 1, 0,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    if (countdown != 1) return 0;
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
    errno = (int)control->error;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Half of the bytes reach the disk before the failure. */
static ssize_t torn(int fd, const void *bytes, size_t count, off_t at) {
    if (control->mode != TORN || count < 2) return -1;
    int error = errno;
    if (at >= 0) (void)!REAL(pwrite)(fd, bytes, count / 2, at);
    else (void)!REAL(write)(fd, bytes, count / 2);
    errno = error;
    return -1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    if (control && is_file_inside(fd) && fails(WRITE)) return torn(fd, bytes, count, -1);
    return REAL(write)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    if (control && is_file_inside(fd) && fails(WRITE)) return torn(fd, bytes, count, at);
    return REAL(pwrite)(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    return pwrite(fd, bytes, count, at);
}

ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t count, unsigned flags) {
    if (control && is_file_inside(out) && fails(WRITE)) return -1;
    return REAL(copy_file_range)(in, from, out, to, count, flags);
}

int fsync(int fd) {
    return control && is_file_inside(fd) && fails(SYNC) ? -1 : REAL(fsync)(fd);
}

int fdatasync(int fd) {
    return control && is_file_inside(fd) && fails(SYNC) ? -1 : REAL(fdatasync)(fd);
}

int ftruncate(int fd, off_t length) {
    return control && is_file_inside(fd) && fails(TRUNCATE) ? -1 : REAL(ftruncate)(fd, length);
}

int ftruncate64(int fd, off64_t length) {
    return ftruncate(fd, length);
}

int rename(const char *from, const char *to) {
    return control && is_inside(to) && fails(RENAME) ? -1 : REAL(rename)(from, to);
}

/* Only files that are made anew: opening one that is there needs no place on the disk. */
static int fails_to_create(const char *path, int flags) {
    return control && (flags & O_CREAT) && is_inside(path) && access(path, F_OK) != 0 && fails(CREATE);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails_to_create(path, flags) ? -1 : REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails_to_create(path, flags) ? -1 : REAL(open64)(path, flags, mode);
}
