import Foundation

/// Why a file or a folder can't be used, in words.
enum FileFault {
    static func words(for error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        if cause.domain == NSPOSIXErrorDomain, let code = POSIXErrorCode(rawValue: Int32(cause.code)) {
            switch code {
            case .ENOENT: return "there is no such file or folder"
            case .EACCES, .EPERM: return "rights are missing"
            case .EISDIR: return "it is a folder"
            case .ENOTDIR: return "a part of the path is no folder"
            case .EROFS: return "the place is read-only"
            case .ENOSPC, .EDQUOT: return "no room is left"
            default: break
            }
        }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file or folder"
        case .fileReadNoPermission, .fileWriteNoPermission: return "rights are missing"
        case .fileWriteVolumeReadOnly: return "the place is read-only"
        case .fileWriteOutOfSpace: return "no room is left"
        default: return TerminalText.escaped(error.localizedDescription)
        }
    }
}
