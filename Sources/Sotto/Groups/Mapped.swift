internal import SottoSessions

/// Runs `body`; whatever it throws becomes an error of the device.
func mapped<R>(_ body: () throws -> R) throws(SessionError) -> R {
    do { return try body() } catch { throw DeviceState.sessionError(error) }
}
