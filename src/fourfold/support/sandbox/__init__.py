"""Confines a process to a folder of its own, without root and without other packages.

    policy         what a confined process may do, and the command that starts it
    launcher       the first program of that process: it gives up its rights, then becomes the other
    landlock       files: only those that the policy names (Linux 5.13 and newer)
    seccomp        system calls: no sockets, no new processes, nothing that reaches other processes
    protection     tries the sandbox on this system, and says what holds and what does not
    attempts       what it tries
    audit          notes of what a program in the sandbox has reached for

The launcher runs before anything of the package is imported, so the files that it needs import the
standard library and each other, nothing else. docs/class.md says what the sandbox is good for.
"""
