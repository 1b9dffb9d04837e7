import Foundation

/// The descriptors 0, 1 and 2, which whatever is opened next would get if they were closed.
enum StandardDescriptors {
    /// Puts `/dev/null` where one is closed, the wrong way round: to read or to write it fails as it did before.
    ///
    /// Rule TN-23.
    static func fill() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free one is taken, and all below are in use.
            unsafe _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
