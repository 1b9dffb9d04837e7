import Foundation

/// Writes files whole or not at all.
///
/// Rules TN-12 and TN-16.
enum NewFile {
    /// Who may read a new file.
    enum Rights {
        /// Its owner alone, whatever the process's mask is.
        case secret
        /// Whom the process's mask lets.
        case usual
    }

    /// Writes a file beside the place, and puts it there when all of it is on the disk.
    ///
    /// Signals wait until nothing is left beside the place.
    ///
    /// - Parameter replaces: Whether a file that is there goes; otherwise it is ``Failure/Code/fileExists``. Anything but a file stays.
    static func write(
        _ bytes: [UInt8], to path: String, rights: Rights, replaces: Bool
    ) throws(Failure) {
        let name = Printable.text(path)
        guard !path.isEmpty else { throw .usage("a file's name is empty: give one") }
        // Says so before anything is written; whether it is there in the end is decided when it is put there.
        if isThere(path) {
            guard replaces else { throw exists(name) }
            guard isFile(path) else {
                throw Failure(.fileExists, "\(name) is no file that can be replaced: give another name")
            }
        }
        // A limit on the sizes of files is then an error like any other.
        _ = signal(SIGXFSZ, SIG_IGN)
        let signals = HeldSignals()
        defer { signals.release() }
        let aside = folder(of: path) + ".safetynum-\(UInt64.random(in: 0...UInt64.max)).new"
        let descriptor = unsafe open(
            aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights == .secret ? 0o600 : 0o666)
        var error = errno
        guard descriptor >= 0 else {
            throw error == ENOENT || error == ENOTDIR
                ? Failure(
                    .folderMissing, "there is no folder for \(name): make it first, or give another place")
                : failure(name, error)
        }
        defer { unsafe _ = unlink(aside) }
        error =
            rights == .secret && fchmod(descriptor, 0o600) != 0 ? errno : Console.write(bytes, to: descriptor)
        if error == 0, fsync(descriptor) != 0 { error = errno }
        if close(descriptor) != 0, error == 0 { error = errno }
        guard error == 0 else { throw failure(name, error) }
        if replaces {
            guard unsafe rename(aside, path) == 0 else { throw failure(name, errno) }
        } else {
            try place(aside, path, name)
        }
        syncFolder(of: path)
    }

    /// Everything up to the last slash; nothing for a name alone.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    private static func isFile(_ path: String) -> Bool {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }

    private static func place(_ aside: String, _ path: String, _ name: String) throws(Failure) {
        guard unsafe link(aside, path) != 0 else { return }
        switch errno {
        case EEXIST: throw exists(name)
        case EPERM, ENOTSUP, ENOSYS, EMLINK:
            // A file system without links: the name is taken first, by a file that nobody else can have made.
            let taken = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            let error = errno
            guard taken >= 0 else { throw error == EEXIST ? exists(name) : failure(name, error) }
            close(taken)
            guard unsafe rename(aside, path) == 0 else {
                let error = errno
                unsafe _ = unlink(path)
                throw failure(name, error)
            }
        case let error: throw failure(name, error)
        }
    }

    /// Whether anything has the name, a link to nothing too.
    static func isThere(_ path: String) -> Bool {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0
    }

    private static func syncFolder(of path: String) {
        let folder = folder(of: path)
        let descriptor = unsafe open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func exists(_ name: String) -> Failure {
        Failure(.fileExists, "there is a file \(name) already, which stays as it is: give another name")
    }

    private static func failure(_ name: String, _ error: Int32) -> Failure {
        Failure(.outputFailed, "\(name) can't be written (\(BoundedInput.reason(error))): give another place")
    }
}
