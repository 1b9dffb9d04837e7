import Foundation
import SottoCrypto

/// The folder with the stores of the devices: one of the run's own, which goes with it, or one that is kept.
struct StoreFolder: Sendable {
    let path: String
    let isKept: Bool
    private let stores: [Side: Store]

    /// A folder for this run alone.
    static func temporary() -> StoreFolder {
        let parent = FileManager.default.temporaryDirectory
        let url = parent.appendingPathComponent("sotto-demo-\(UUID().uuidString)")
        return StoreFolder(path: url.path, isKept: false)
    }

    /// A folder that stays, with the keys of the stores in it.
    static func kept(at path: String) -> StoreFolder {
        StoreFolder(path: URL(fileURLWithPath: path).path, isKept: true)
    }

    /// Makes the folder, which nobody else may look into.
    ///
    /// One that is kept may be there, but no store and no key in it, because nothing is replaced.
    func make() throws(FolderFailure) {
        if isKept { try makeKept() } else { try Self.make(path) }
    }

    private func makeKept() throws(FolderFailure) {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        if unsafe !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
            try Self.make(path)
        } else if !isFolder.boolValue {
            throw FolderFailure(url.path, "it is no folder")
        }
        for side in Side.allCases {
            for name in [Self.storeName(side), Self.keyName(side)]
            where FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path) {
                throw FolderFailure(url.path, "\(name) is in it already")
            }
        }
        for (side, store) in stores {
            try Self.write(Data(store.key), to: url.appendingPathComponent(Self.keyName(side)).path)
        }
    }

    private init(path: String, isKept: Bool) {
        self.path = path
        self.isKept = isKept
        var stores: [Side: Store] = [:]
        for side in Side.allCases {
            let file = URL(fileURLWithPath: path).appendingPathComponent(Self.storeName(side))
            stores[side] = Store(path: file.path, key: Random.bytes(32), isKept: isKept)
        }
        self.stores = stores
    }

    /// The store of a device, with a key of this run.
    subscript(side: Side) -> Store? { stores[side] }

    /// Removes the folder unless it is kept.
    func remove() {
        if !isKept { Self.remove(path) }
    }

    /// Removes a folder, also when somebody else is about to, or still writes into it for a moment.
    static func remove(_ path: String) {
        for _ in 0..<20 where unsafe access(path, F_OK) == 0 {
            if (try? FileManager.default.removeItem(atPath: path)) == nil { usleep(2_000) }
        }
    }

    private static func make(_ path: String) throws(FolderFailure) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw FolderFailure(path, lastFault()) }
    }

    /// Writes a new file that only its owner may read.
    private static func write(_ data: Data, to path: String) throws(FolderFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw FolderFailure(URL(fileURLWithPath: path).deletingLastPathComponent().path, lastFault())
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try file.write(contentsOf: data) } catch {
            throw FolderFailure(path, FileFault.words(for: error))
        }
    }

    private static func lastFault() -> String {
        FileFault.words(for: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }

    static func storeName(_ side: Side) -> String { "\(side.rawValue).sqlite" }
    static func keyName(_ side: Side) -> String { "\(side.rawValue).key" }
}

/// A folder that can't hold the stores.
struct FolderFailure: DemoFailure, Equatable {
    let message: String
    let status = ExitStatus.noFolder

    init(_ path: String, _ reason: String) {
        message = "\(TerminalText.escaped(path)) can't hold the stores: \(reason)"
    }
}
