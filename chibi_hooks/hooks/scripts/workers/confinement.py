"""A process that is about to run a hook file -> the same process without what the file's tier does not grant.

What is taken away, and by what:

| | Linux | elsewhere |
|---|---|---|
| memory beyond the limit | RLIMIT_DATA over what the process had before | RLIMIT_DATA where it counts |
| files | Landlock: reading of libraries and of the engine alone | RLIMIT_FSIZE: no writing |
| network, processes, signals to others, shared memory | a filter of system calls (seccomp) | – |
| computing for ever | RLIMIT_CPU, moved by the host at each call (script.py) | – |
| outliving its host | parent-death signal | the end of its socket |
| many descriptors, core dumps | RLIMIT_NOFILE, RLIMIT_CORE | the same |

Rules
-----
* This is the second wall: a sandboxed script has no path to any of it (DESIGN §7). It holds if the first one breaks.
* An unsandboxed file may use files, so it keeps them; it gets no network and no processes either way.
* What the system does not offer is a word in what `lacking` gives, for `doctor`; the file runs all the same.
* RLIMIT_NPROC is of no use: it counts threads, and those of the user's other programs.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import signal
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

NOFILE: Final = 24  # standard streams, the socket, and what imports and libraries hold for a moment
PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_SECCOMP: Final = 22
PR_SET_NO_NEW_PRIVS: Final = 38

# Landlock: uapi/linux/landlock.h
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on every architecture
READ_FILE, READ_DIR = 1 << 2, 1 << 3
FILE_RIGHTS: Final = ((1, 13), (2, 14), (3, 15), (5, 16))  # from which version how many bits there are
NETWORK_RIGHTS: Final = 0b11  # bind and connect, from version 4
SCOPES: Final = 0b11  # abstract sockets and signals, from version 6

# seccomp: numbers of x86_64 and aarch64; -1: there is none
DENIED: Final = {
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206), "sendmsg": (46, 211), "recvmsg": (47, 212),
    "fork": (57, -1), "vfork": (58, -1), "execve": (59, 221), "execveat": (322, 281), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kill": (62, 129), "tkill": (200, 130),
    "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "bpf": (321, 280),
    "perf_event_open": (298, 241), "io_uring_setup": (425, 425), "userfaultfd": (323, 282),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "msgget": (68, 186),
    "semget": (64, 190), "mq_open": (240, 180), "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40),
    "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "reboot": (169, 142), "setrlimit": (160, 164), "prlimit64": (302, 261),
    "open_by_handle_at": (304, 265), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "setpriority": (141, 140),
}  # fmt: skip
CLONE: Final = (56, 220)
CLONE3: Final = (435, 435)
CLONE_THREAD: Final = 0x10000
ARCHITECTURES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
X32: Final = 0x40000000
ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
EPERM, ENOSYS = 1, 38


def die_with_parent(parent: int) -> bool:
    """Let this process end with its parent, of this number; is that still there?"""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == parent


def confine(memory: int, readable: Iterable[str] | None) -> None:
    """Take away everything at the end of which the process still computes. `memory`: bytes over those it has now;
    `readable`: what it may read of the file system, None: everything is allowed there.
    """
    _prctl(PR_SET_DUMPABLE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, NOFILE)
    if readable is not None:
        _limit(resource.RLIMIT_FSIZE, 0)
    if hasattr(resource, "RLIMIT_DATA"):
        _limit(resource.RLIMIT_DATA, data_bytes() + memory)
    if sys.platform == "linux" and _prctl(PR_SET_NO_NEW_PRIVS, 1) == 0:
        _restrict_files(readable)
        _filter_calls()


def lacking() -> list[str]:
    """What the system does not offer, in words."""
    if sys.platform != "linux":
        return ["no limit of files, network and processes (they need Linux)"]
    missing = []
    if landlock_version() < 1:
        missing.append("no limit of files (no Landlock)")
    if platform.machine() not in ARCHITECTURES:
        missing.append("no limit of network and processes (no filter of system calls for this architecture)")
    return missing


def data_bytes() -> int:
    """How much RLIMIT_DATA counts of this process now; 0 where the system does not tell."""
    return _statm()[5] * resource.getpagesize()


def own_bytes() -> int:
    """How much memory this process holds that no file stands behind; 0 where the system does not tell."""
    _, resident, shared, *_ = _statm()
    return (resident - shared) * resource.getpagesize()


def _statm() -> list[int]:
    with suppress(OSError), open("/proc/self/statm", "rb") as file:
        return [int(word) for word in file.read().split()]
    return [0] * 7


def _limit(what: int, value: int) -> None:
    with suppress(ValueError, OSError):  # the user's own limit is lower
        resource.setrlimit(what, (value, value))


def _prctl(option: int, value: int) -> int:
    if sys.platform != "linux":
        return -1
    return int(_libc().prctl(option, ctypes.c_ulong(value), *(ctypes.c_ulong(0),) * 3))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


# files


def loader_paths() -> list[str]:
    """Where this process got the system's libraries from: what is loaded late may need others of them."""
    with suppress(OSError), open("/proc/self/maps", "rb") as file:
        mapped = {os.fsdecode(line.split(None, 5)[5].strip()) for line in file if line.count(b" /") == 1}
        return ["/etc/ld.so.cache", *sorted({os.path.dirname(each) for each in mapped if ".so" in each})]
    return []


def landlock_version() -> int:
    """The version of Landlock that the kernel has; 0 or less: none."""
    return int(_libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(1)))


def _restrict_files(readable: Iterable[str] | None) -> None:
    version = landlock_version()
    if version < 1:
        return
    files = 0 if readable is None else (1 << max(bits for since, bits in FILE_RIGHTS if version >= since)) - 1
    rights = (files, NETWORK_RIGHTS if version >= 4 else 0, SCOPES if version >= 6 else 0)
    known = 1 if version < 4 else 2 if version < 6 else 3
    if not any(rights[:known]):
        return
    attributes = struct.pack(f"={known}Q", *rights[:known])
    libc = _libc()
    ruleset = libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint(0))
    if ruleset < 0:
        return
    for path in readable or ():
        _allow_reading(libc, ruleset, path)
    libc.syscall(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint(0))
    os.close(ruleset)


def _allow_reading(libc: ctypes.CDLL, ruleset: int, path: str) -> None:
    with suppress(OSError):  # what is not there need not be read
        fd = os.open(path, getattr(os, "O_PATH", os.O_RDONLY) | os.O_CLOEXEC)
        try:
            rights = READ_FILE | (READ_DIR if os.path.isdir(path) else 0)
            rule = struct.pack("=Qi", rights, fd)
            libc.syscall(ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint(0))
        finally:
            os.close(fd)


# system calls


def _filter_calls() -> None:
    if platform.machine() not in ARCHITECTURES:
        return
    code = b"".join(_program(*ARCHITECTURES[platform.machine()]))
    instructions = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    program = Program(len(code) // 8, ctypes.addressof(instructions))
    _libc().prctl(PR_SET_SECCOMP, ctypes.c_ulong(2), ctypes.byref(program), ctypes.c_ulong(0), ctypes.c_ulong(0))


def _program(column: int, architecture: int) -> Iterator[bytes]:
    """The filter: whatever is not denied is allowed; a call of another architecture ends the process."""
    load, equal, at_least, has_bit, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    yield _instruction(load, 4)
    yield _instruction(equal, architecture, 1, 0)
    yield _instruction(answer, KILL)
    yield _instruction(load, 0)
    if column == 0:
        yield _instruction(at_least, X32, 0, 1)
        yield _instruction(answer, KILL)
    for numbers in DENIED.values():
        if numbers[column] >= 0:
            yield _instruction(equal, numbers[column], 0, 1)
            yield _instruction(answer, ERRNO | EPERM)
    yield _instruction(equal, CLONE3[column], 0, 1)
    yield _instruction(answer, ERRNO | ENOSYS)  # the C library then takes clone, whose flags can be seen
    yield _instruction(equal, CLONE[column], 0, 3)
    yield _instruction(load, 16)
    yield _instruction(has_bit, CLONE_THREAD, 1, 0)
    yield _instruction(answer, ERRNO | EPERM)
    yield _instruction(answer, ALLOW)


def _instruction(code: int, value: int, when: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when, otherwise, value)
