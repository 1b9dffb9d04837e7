import FuzzTargets
import Glibc

// The driver that libFuzzer calls. The environment names the target; one program holds all of them, so
// that they are built once.

private let target: FuzzTarget = {
    guard let name = unsafe getenv("SOTTO_FUZZ_TARGET"),
        let target = unsafe FuzzTarget(rawValue: String(cString: name))
    else { fatalError("SOTTO_FUZZ_TARGET names no target") }
    return target
}()

/// One run over `size` bytes.
///
/// A broken law ends the process, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    do { try target.run(bytes) } catch { fatalError("\(target.rawValue): \(error)") }
    return 0
}

/// Writes the seeds of the target into the folder `SOTTO_FUZZ_SEEDS`, if that is set.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<Int32>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> Int32 {
    guard let folder = unsafe getenv("SOTTO_FUZZ_SEEDS") else { return 0 }
    do {
        for (number, seed) in try target.seeds().enumerated() {
            let path = unsafe String(cString: folder) + "/seed-\(number)"
            guard let file = unsafe fopen(path, "w") else { fatalError("can't write \(path)") }
            _ = unsafe fwrite(seed, 1, seed.count, file)
            _ = unsafe fclose(file)
        }
    } catch { fatalError("no seeds: \(error)") }
    return 0
}
