/* Records what a process writes below one folder: every write, truncation, sync and removal, in
 * order and with its data, so that a test can rebuild the files as a loss of power would leave
 * them. Loaded with LD_PRELOAD; SABOT_WRITES names the folder, SABOT_WRITES_LOG the record.
 *
 * One line of the record: kind (1 byte), offset (8), length of the path (4), length of the data
 * (4), path, data; numbers little-endian. Kinds: w write, t truncate, s sync, d sync of a folder,
 * u unlink, c create.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;
static const char *folder;
static size_t folder_length;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("SABOT_WRITES_LOG");
    folder = getenv("SABOT_WRITES");
    if (!path || !folder)
        return;
    folder_length = strlen(folder);
    record = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int below(const char *path)
{
    return record >= 0 && !strncmp(path, folder, folder_length)
        && (path[folder_length] == '/' || !path[folder_length]);
}

static int named(int fd, char *path, size_t size)
{
    char link[64];
    ssize_t got;
    if (record < 0 || fd == record)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    got = readlink(link, path, size - 1);
    if (got < 0)
        return 0;
    path[got] = 0;
    return below(path);
}

static void keep(char kind, const char *path, uint64_t offset, const void *data, uint32_t length)
{
    uint32_t name = (uint32_t)strlen(path);
    unsigned char head[17];
    struct iovec parts[3] = {{head, 17}, {(void *)path, name}, {(void *)data, length}};
    head[0] = (unsigned char)kind;
    memcpy(head + 1, &offset, 8);
    memcpy(head + 9, &name, 4);
    memcpy(head + 13, &length, 4);
    if (REAL(writev)(record, parts, 3) != (ssize_t)(17 + name + length))
        abort();
}

#define HELD(call) do { pthread_mutex_lock(&lock); call; pthread_mutex_unlock(&lock); } while (0)

static ssize_t wrote(int fd, const void *data, uint64_t offset, ssize_t done)
{
    char path[4096];
    int before = errno;
    if (done > 0 && named(fd, path, sizeof path))
        keep('w', path, offset, data, (uint32_t)done);
    errno = before;
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset)
{
    ssize_t done;
    HELD(done = wrote(fd, data, (uint64_t)offset, REAL(pwrite)(fd, data, size, offset)));
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset)
{
    ssize_t done;
    HELD(done = wrote(fd, data, (uint64_t)offset, REAL(pwrite64)(fd, data, size, offset)));
    return done;
}

ssize_t write(int fd, const void *data, size_t size)
{
    ssize_t done;
    char path[4096];
    if (!named(fd, path, sizeof path))
        return REAL(write)(fd, data, size);
    pthread_mutex_lock(&lock);
    done = REAL(write)(fd, data, size);
    if (done > 0) {
        off_t end = lseek(fd, 0, SEEK_CUR);
        keep('w', path, (uint64_t)(end - done), data, (uint32_t)done);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

static int cut(int fd, uint64_t size, int done)
{
    char path[4096];
    if (!done && named(fd, path, sizeof path))
        keep('t', path, size, "", 0);
    return done;
}

int ftruncate(int fd, off_t size)
{
    int done;
    HELD(done = cut(fd, (uint64_t)size, REAL(ftruncate)(fd, size)));
    return done;
}

int ftruncate64(int fd, off64_t size)
{
    int done;
    HELD(done = cut(fd, (uint64_t)size, REAL(ftruncate64)(fd, size)));
    return done;
}

static int synced(int fd, int done)
{
    char path[4096];
    struct stat what;
    if (!done && named(fd, path, sizeof path))
        keep(!fstat(fd, &what) && S_ISDIR(what.st_mode) ? 'd' : 's', path, 0, "", 0);
    return done;
}

int fsync(int fd)
{
    int done;
    HELD(done = synced(fd, REAL(fsync)(fd)));
    return done;
}

int fdatasync(int fd)
{
    int done;
    HELD(done = synced(fd, REAL(fdatasync)(fd)));
    return done;
}

int unlink(const char *path)
{
    int done;
    pthread_mutex_lock(&lock);
    done = REAL(unlink)(path);
    if (!done && below(path))
        keep('u', path, 0, "", 0);
    pthread_mutex_unlock(&lock);
    return done;
}

static int opening(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode)
{
    int fd, made;
    struct stat what;
    if (!(flags & O_CREAT) || !below(path))
        return real(path, flags, mode);
    pthread_mutex_lock(&lock);
    made = stat(path, &what) != 0;
    fd = real(path, flags, mode);
    if (fd >= 0 && made)
        keep('c', path, 0, "", 0);
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(name)                                                   \
    int name(const char *path, int flags, ...)                       \
    {                                                                \
        mode_t mode = 0;                                             \
        if (flags & O_CREAT) {                                       \
            va_list more;                                            \
            va_start(more, flags);                                   \
            mode = va_arg(more, mode_t);                             \
            va_end(more);                                            \
        }                                                            \
        return opening(REAL(name), path, flags, mode);               \
    }

OPEN(open)
OPEN(open64)
